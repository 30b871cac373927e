/** What a player has set to keep their play within bounds, as the service says it. */

export interface Pending {
  readonly limit: string;
  readonly value: number | null;
  readonly from_ms: number;
}

export interface Protection {
  readonly limits: Readonly<
    Record<"stake_cents" | "day_loss_cents" | "day_minutes" | "session_minutes", number | null>
  >;
  readonly pending: readonly Pending[];
  readonly break_until_ms: number | null;
  readonly excluded: boolean;
  readonly excluded_until_ms: number | null;
  readonly reality_check_minutes: number;
}
