import type { Span } from '../../../draw/model.ts';
import type { LoadedChunk } from './drawTile.ts';

/** The size of an overview, in px, and the length of its call. */
export interface OverviewShape {
  readonly callMs: number;
  readonly width: number;
  readonly height: number;
}

type Side = 'user' | 'agent';

/** The paths of an overview: the user's half is above the middle, the agent's below. */
export const overviewPath = {
  /** Draws speech as low bars along the middle. */
  spans: (spans: readonly Span[], nowMs: number, side: Side, { callMs, width, height }: OverviewShape): string => {
    const sign = side === 'user' ? -1 : 1;
    return spans
      .map(({ fromMs, toMs }) => {
        const from = round((fromMs / callMs) * width);
        const to = Math.max(round(((toMs ?? nowMs) / callMs) * width), from + 0.6);
        return `M${from} ${height / 2 + sign}H${to}v${sign * (height / 2 - 3)}H${from}Z`;
      })
      .join('');
  },
  /** Draws the highest samples as an area. */
  peaks: (chunks: readonly LoadedChunk[], side: Side, { callMs, width, height }: OverviewShape): string => {
    const sign = side === 'user' ? -1 : 1;
    return chunks
      .flatMap(({ fromMs, binMs, part }) =>
        part[side].map((peak, bin) => {
          const ms = fromMs + bin * binMs;
          if (peak < 0.01 || ms > callMs) return '';
          const size = round(Math.min(1, peak) ** 0.6 * (height / 2 - 3));
          const x = round((ms / callMs) * width);
          const step = round(Math.max((binMs / callMs) * width, 0.5));
          return `M${x} ${height / 2 + sign}h${step}v${sign * size}h${-step}Z`;
        }),
      )
      .join('');
  },
};

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
