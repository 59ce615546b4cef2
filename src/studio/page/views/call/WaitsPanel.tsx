import type { JSX } from 'preact';
import type { WaitView } from '../../../protocol.ts';
import { stepsOf } from '../../../../draw/waterfall.ts';
import { WAITED_FOR } from '../../../../draw/waitedFor.ts';
import { formatSeconds } from '../../logic/format.ts';
import { DocsLink } from '../../parts/DocsLink.tsx';
import { Empty } from '../../parts/states.tsx';
import type { CallStore } from '../../state/callStore.ts';
import type { CallPartProps } from './CallHeader.tsx';
import { MomentButton } from './MomentButton.tsx';

/** How long the user waited for each answer, and for what. */
export function WaitsPanel({ store, detail: { waits } }: CallPartProps): JSX.Element {
  if (waits.length === 0) return <Empty title="No wait was measured." />;
  const longestMs = Math.max(...waits.map(lengthOf));
  return (
    <>
      <ol class="cards">
        {waits.map((wait) => (
          <Wait key={wait.turn} store={store} wait={wait} longestMs={longestMs} />
        ))}
      </ol>
      <DocsLink place="metrics.md#the-parts">What each part means</DocsLink>
    </>
  );
}

interface WaitProps {
  readonly store: CallStore;
  readonly wait: WaitView;
  readonly longestMs: number;
}

function Wait({ store, wait, longestMs }: WaitProps): JSX.Element {
  const { turn, text, fromMs, parts } = wait;
  const isLongest = lengthOf(wait) === longestMs;
  return (
    <li class="card">
      <header>
        <MomentButton store={store} atMs={fromMs} />
        Turn {turn}
        <span class={isLongest ? 'card-fact alarming' : 'card-fact'}>
          {formatSeconds(lengthOf(wait))}
          {isLongest && ', the longest'}
        </span>
      </header>
      <p>{text}</p>
      <ol class="wait-parts">
        {stepsOf(parts).map(({ part, fromMs: beganMs, ms }) => (
          <li key={part} data-part={part}>
            <span
              class="wait-bar"
              style={{ marginLeft: `${(beganMs / longestMs) * 100}%`, width: `${(ms / longestMs) * 100}%` }}
            />
            <span class="tabular">{formatSeconds(ms)}</span> {WAITED_FOR[part]}
          </li>
        ))}
      </ol>
    </li>
  );
}

function lengthOf({ fromMs, toMs }: WaitView): number {
  return toMs - fromMs;
}
