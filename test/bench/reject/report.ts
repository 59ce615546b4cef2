import type { Counts, Measurement } from './measureReject.ts';

/** The shares that the aims are about, from 0 to 1. */
export interface Shares {
  /** Sentences of the grammar that are lost: nothing came out, or another sentence. */
  readonly lost: number;
  /** Speech outside the grammar that became words. */
  readonly outside: number;
  /** Sounds without speech that became words. */
  readonly sounds: number;
  /** Words of interims that the final lacks, of sentences of the grammar. */
  readonly withdrawn: number;
}

export function sharesOf({ counts: { inside, outside, scrap, sound } }: Measurement): Shares {
  return {
    lost: 1 - inside.right / inside.all,
    outside: (outside.words + scrap.words) / (outside.all + scrap.all),
    sounds: sound.words / sound.all,
    withdrawn: inside.withdrawn / Math.max(1, inside.shown),
  };
}

/** Writes measurements as a table in Markdown. */
export function formatTable(name: string, measured: readonly Measurement[]): string {
  const rows = measured.map((measurement) => {
    const { condition, counts } = measurement;
    const { lost, outside, sounds, withdrawn } = sharesOf(measurement);
    const cells = [
      percent(lost),
      sentences(counts.inside),
      percent(outside),
      words(counts.outside),
      words(counts.scrap),
    ];
    return `| ${[name, condition, ...cells, percent(sounds), percent(withdrawn)].join(' | ')} |`;
  });
  return rows.join('\n');
}

/** The head of the table. */
export const HEAD: string = `| | noise | sentences lost | of which another | other speech that becomes words | sentences | scraps | sounds that become words | words withdrawn |
|---|---|---|---|---|---|---|---|---|`;

function sentences({ all, words: some, right }: Counts): string {
  return `${some - right} of ${all}`;
}

function words({ all, words: some }: Counts): string {
  return `${some} of ${all}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
