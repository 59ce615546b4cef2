import { beforeAll, describe, expect, test } from 'vitest';
import { grammar } from '../../../examples/concierge/grammar.ts';
import type { Line } from '../../../examples/talk/guest.ts';
import { createLines, levelOf } from './converse.ts';
import { createEngines, type Engines } from './engines.ts';
import { PACKAGES, type SoundClass } from './manifest.ts';
import { countOverheard, measureAlone, measureRooms, type AloneCounts, type SoundGroup } from './measureRoom.ts';
import { readSounds, type Sounds } from './readSounds.ts';
import { formatAlone, formatRooms, writeTables } from './report.ts';
import { RATE } from './samples.ts';
import { createSyntheticSounds } from './synthetic.ts';

/** `ROOM=all` also measures everything and writes the tables of docs/benchmarks.md. */
const isWhole = process.env['ROOM'] === 'all';
const SPEECH: readonly SoundClass[] = ['speech, English', 'speech, Spanish', 'speech, French'];

let real: Sounds;
let engines: Engines;
let lines: readonly Line[];
beforeAll(async () => {
  real = await readSounds();
  engines = await createEngines({ grammar });
  lines = await createLines();
});

test('at least 100 recordings are fetched, and every one can be decoded', () => {
  if (real.missing.length > 0) process.stdout.write(`no such package here: ${real.missing.join(', ')}\n`);
  expect(real.faults).toEqual([]);
  expect(real.sounds.length).toBeGreaterThanOrEqual(100);
});

test('every entry of the manifest has its recordings, as far as its package is there', () => {
  const fetched = PACKAGES.filter(({ name }) => !real.missing.includes(name));
  const wanted = fetched.flatMap(({ name, files }) => files.map((file) => `${name}: ${file.class}`));
  const got = new Set(real.sounds.map((sound) => `${sound.package}: ${sound.class}`));
  expect([...new Set(wanted)].filter((entry) => !got.has(entry))).toEqual([]);
});

describe('recordings alone, as loud as the guest', () => {
  test('at least 95 % of the human speech is detected', async () => {
    const [detected, all] = await shareOf('detected', SPEECH);
    expect(detected / all).toBeGreaterThanOrEqual(0.95);
  });

  test('at most 10 % of street, household and keyboard are taken for speech', async () => {
    const [detected, all] = await shareOf('detected', ['street', 'household', 'keyboard']);
    expect(detected / all).toBeLessThanOrEqual(0.1);
  });

  test('at most 25 % of animals and crowds interrupt the agent', async () => {
    const [interrupted, all] = await shareOf('interrupted', ['animals', 'crowd']);
    expect(interrupted / all).toBeLessThanOrEqual(0.25);
  });
});

describe.runIf(isWhole)('the tables of docs/benchmarks.md', () => {
  test('synthetic sounds', { timeout: 3_600_000 }, async () => {
    const sounds = Object.entries(await createSyntheticSounds());
    await writeGroups(
      'synthetic',
      sounds.map(([title, sound]) => ({ title, sounds: [sound] })),
      sounds.map(([title, sound]) => ({ title, sounds: inPieces(sound) })),
    );
  });

  test('real sounds', { timeout: 3_600_000 }, async () => {
    const groups = [...new Set(real.sounds.map((sound) => sound.class))].sort().map((title) => groupOf(title));
    await writeGroups('real', groups, groups);
  });
});

function groupOf(title: SoundClass): SoundGroup {
  return { title, sounds: real.sounds.filter((sound) => sound.class === title).map(({ samples }) => samples) };
}

async function shareOf(key: keyof AloneCounts, classes: readonly SoundClass[]): Promise<readonly [number, number]> {
  const sounds = classes.flatMap((title) => groupOf(title).sounds);
  const counts = await countOverheard(engines, sounds, levelOf(lines), 'none');
  return [counts[key], sounds.length];
}

/** Pieces of four seconds. */
function inPieces(sound: Int16Array): readonly Int16Array[] {
  const length = 4 * RATE;
  return Array.from({ length: Math.floor(sound.length / length) }, (_, n) =>
    sound.subarray(n * length, (n + 1) * length),
  );
}

/** Measures, prints each row when it is measured, and writes the tables. */
async function writeGroups(name: string, rooms: readonly SoundGroup[], alone: readonly SoundGroup[]): Promise<void> {
  const sounds = await collect(measureAlone(engines, lines, alone), formatAlone);
  const conversations = await collect(measureRooms(engines, lines, rooms), formatRooms);
  writeTables(name, `${formatRooms(conversations)}\n\n${formatAlone(sounds)}`);
}

async function collect<T>(measured: AsyncIterable<T>, format: (rows: readonly T[]) => string): Promise<readonly T[]> {
  const rows: T[] = [];
  for await (const row of measured) {
    rows.push(row);
    const lines = format([row]).split('\n');
    process.stdout.write(`${lines.slice(rows.length === 1 ? 0 : -1).join('\n')}\n`);
  }
  return rows;
}
