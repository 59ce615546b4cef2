import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AloneCounts, AloneMeasurement, RoomMeasurement } from './measureRoom.ts';
import type { Score } from './scoreTurns.ts';

const PAGE = resolve(import.meta.dirname, '../../../docs/benchmarks.md');

/** Formats conversations in rooms as Markdown: a row has all levels of a sound. Of two columns, the second is with RNNoise. */
export function formatRooms(measured: readonly RoomMeasurement[]): string {
  const keys = [
    'answered',
    'understood',
    'cutOff',
    'falseInterruptions',
    'falseTurns',
  ] as const satisfies (keyof Score)[];
  const titles = ['answered in time', 'understood', 'cut off', 'false interruptions', 'false turns'];
  const turns = measured[0]?.scores.none.turns ?? 0;
  return formatTable(
    [`of ${turns} turns each`, 'dB', ...titles.flatMap((title) => [title, 'RNNoise'])],
    [...new Set(measured.map(({ title }) => title))].map((name) => {
      const levels = measured.filter(({ title }) => title === name);
      const cell = (select: (room: RoomMeasurement) => number | undefined): string =>
        levels.map((room) => select(room) ?? '').join(' / ');
      return [
        name,
        cell(({ snr }) => snr),
        ...keys.flatMap((key) => [cell(({ scores }) => scores.none[key]), cell(({ scores }) => scores.rnnoise[key])]),
      ];
    }),
  );
}

/** Formats sounds alone as Markdown. */
export function formatAlone(measured: readonly AloneMeasurement[]): string {
  const keys = ['detected', 'withWords', 'interrupted'] as const satisfies (keyof AloneCounts)[];
  const titles = ['taken for speech', 'taken for words', 'agent interrupted'];
  return formatTable(
    ['alone, as loud as the guest', 'sounds', ...titles.flatMap((title) => [title, 'RNNoise'])],
    measured.map(({ title, sounds, counts }) => [
      title,
      sounds,
      ...keys.flatMap((key) => [counts.none[key], counts.rnnoise[key]]),
    ]),
  );
}

/** Replaces what stands between the marks of `name` in the page of the benchmarks. */
export function writeTables(name: string, markdown: string): void {
  const [begin, end] = [`<!-- bench:room ${name} -->`, `<!-- end of bench:room ${name} -->`];
  const page = readFileSync(PAGE, 'utf8');
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/benchmarks.md: expected ${begin} before ${end}`);
  writeFileSync(PAGE, `${page.slice(0, from)}${begin}\n${markdown}\n${page.slice(to)}`);
}

function formatTable(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
