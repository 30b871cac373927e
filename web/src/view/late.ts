/** Components for after a first bet, or for few players; loaded when a table is entered. */

export { default as Age } from "./dock/Age.svelte";
export { default as Broke } from "./dock/Broke.svelte";
export { default as Choice } from "./dock/Choice.svelte";
export { default as Coupon } from "./dock/Coupon.svelte";
export { default as Cut } from "./dock/Cut.svelte";
export { default as Look } from "./dock/Look.svelte";
export { default as Out } from "./dock/Out.svelte";
export { default as Paused } from "./dock/Paused.svelte";
export { default as Refused } from "./dock/Refused.svelte";
export { default as Reminder } from "./dock/Reminder.svelte";
export { default as Settled } from "./dock/Settled.svelte";
export { default as Stopped } from "./dock/Stopped.svelte";
export { default as Waiting } from "./dock/Waiting.svelte";
export { default as WarTie } from "./dock/WarTie.svelte";
export { stepNext } from "../words/dealt";
export { Fair } from "../state/fair.svelte";
export { default as ShoeMark } from "./proof/ShoeMark.svelte";
export { default as CutStack } from "./table/CutStack.svelte";
export { default as Dealt } from "./table/Dealt.svelte";
export { default as Pace } from "./table/Pace.svelte";
export { default as Spread } from "./table/Spread.svelte";
export { default as WhyPanel } from "./table/WhyPanel.svelte";
