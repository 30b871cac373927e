/** The records of sealed shoes, as files for anybody to check. */

export const recordPath = (table: string, shoe: number): string =>
  `/api/tables/${encodeURIComponent(table)}/shoes/${shoe}/record`;

/** The source of records, which a test can replace. */
export type Records = (table: string, shoe: number) => Promise<string>;

export const fetchRecord: Records = async (table, shoe) => {
  const answer = await fetch(recordPath(table, shoe), { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`the record of shoe ${shoe}: ${answer.status}`);
  return answer.text();
};
