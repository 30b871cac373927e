/** Taps of the face pad: none is lost, none counts twice, and a refusal ends the row. */

import { expect, it } from "vitest";
import { Faces, type Tap } from "../src/state/faces.svelte";

const tap = (face: string): Tap => ({ face, purpose: "deal" });

/** A table that answers when the test says so. */
function slowTable(): {
  faces: Faces;
  told: string[];
  dropped: string[];
  answer: (ok: boolean) => Promise<void>;
} {
  const told: string[] = [];
  const dropped: string[] = [];
  const asked: ((ok: boolean) => void)[] = [];
  const faces = new Faces(
    ({ face }) => {
      told.push(face);
      return new Promise((done) => asked.push(done));
    },
    (left) => dropped.push(...left.map((one) => one.face)),
  );
  const answer = async (ok: boolean): Promise<void> => {
    asked.shift()?.(ok);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve(); // the row goes on
  };
  return { faces, told, dropped, answer };
}

it("tells faces in the order of the taps, each once", async () => {
  const { faces, told, dropped, answer } = slowTable();
  for (const face of ["8?", "8?", "Kh"]) faces.add(tap(face));
  expect(told).toEqual(["8?"]); // the others wait for the answer
  await answer(true);
  expect(told).toEqual(["8?", "8?"]);
  faces.add(tap("2?"));
  await answer(true);
  await answer(true);
  await answer(true);
  expect(told).toEqual(["8?", "8?", "Kh", "2?"]);
  expect(faces.waiting).toEqual([]);
  expect(dropped).toEqual([]);
});

it("stops at the first refusal, says which faces are left, and begins anew", async () => {
  const { faces, told, dropped, answer } = slowTable();
  for (const face of ["8?", "9?", "Kh"]) faces.add(tap(face));
  await answer(false);
  expect(told).toEqual(["8?"]);
  expect(dropped).toEqual(["9?", "Kh"]);
  expect(faces.waiting).toEqual([]);
  faces.add(tap("9?"));
  expect(told).toEqual(["8?", "9?"]);
});
