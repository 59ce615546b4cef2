import type { JSX } from 'preact';
import { prettyJson } from '../../logic/prettyJson.ts';
import { copy } from '../../parts/notice.tsx';
import type { CallPartProps } from './CallHeader.tsx';
import { Source } from '../../parts/Source.tsx';

/** The configuration of the session, and what the application had put into its graph. */
export function ConfigPanel({ detail: { config, splices, ownStages } }: CallPartProps): JSX.Element {
  const text = prettyJson(config);
  const lists = [
    ['Splices', splices],
    ['Stages of the application', ownStages],
  ] as const;
  return (
    <div class="config">
      {lists.map(([title, names]) =>
        names.length === 0 ? null : (
          <p key={title}>
            <strong>{title}</strong> {names.join(', ')}
          </p>
        ),
      )}
      <Source label="Configuration">{text}</Source>
      <button type="button" class="button" onClick={() => void copy(text, 'The configuration is copied.')}>
        Copy
      </button>
    </div>
  );
}
