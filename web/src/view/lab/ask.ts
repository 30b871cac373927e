/** Files that the laboratory makes, and lines that come while it deals. */

import { Offline, Problem } from "../../wire/api";
import { said } from "../../lib/failure";

async function asked(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: "POST",
      credentials: "same-origin",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Offline();
  }
  if (answer.ok) return answer;
  const found = (await answer.json().catch(() => ({}))) as { code?: string; message?: string };
  throw new Problem(answer.status, found.code ?? "service/failed", found.message ?? "");
}

/** Save the file of a route; the error in words, or "". */
export async function download(path: string, body: unknown, name: string): Promise<string> {
  try {
    const blob = await (await asked(path, body)).blob();
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    return "";
  } catch (error) {
    return said(error);
  }
}

/** Each line of JSON as it arrives. */
export async function* lines<T>(
  path: string,
  body: unknown,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const answer = await asked(path, body, signal);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) if (part !== "") yield JSON.parse(part) as T;
  }
}
