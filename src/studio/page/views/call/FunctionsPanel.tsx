import type { JSX } from 'preact';
import { formatClock, formatSeconds } from '../../logic/format.ts';
import { prettyJson } from '../../logic/prettyJson.ts';
import { Empty } from '../../parts/states.tsx';
import type { CallPartProps } from './CallHeader.tsx';
import { MomentButton } from './MomentButton.tsx';
import { Source } from '../../parts/Source.tsx';

/** The functions that the model called. */
export function FunctionsPanel({ store, detail: { functions } }: CallPartProps): JSX.Element {
  if (functions.length === 0) return <Empty title="The model called no function." />;
  return (
    <ol class="cards">
      {functions.map(({ id, name, arguments: given, fromMs, toMs, result }, index) => (
        <li key={`${id} ${index}`} class="card function">
          <header>
            <MomentButton store={store} atMs={fromMs} />
            <strong class="function-name">{name}</strong>
            <span class="card-fact">{toMs === null ? 'no result' : formatSeconds(toMs - fromMs)}</span>
          </header>
          <Source label={`Arguments of ${name}`}>{prettyJson(given)}</Source>
          {result !== null && toMs !== null && (
            <>
              <p class="card-label">
                Result at <span class="tabular">{formatClock(toMs)}</span>
              </p>
              <Source label={`Result of ${name}`}>{prettyJson(result)}</Source>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}
