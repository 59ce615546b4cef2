import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { CallDetail } from '../../../protocol.ts';
import { formatClock, formatCode, formatCount, formatDate, formatLength, formatSeconds } from '../../logic/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import { download } from '../../state/api.ts';
import type { CallStore } from '../../state/callStore.ts';
import { notify } from '../../parts/notice.tsx';
import { toStudioError } from '../../state/studioError.ts';
import { copyLink } from './callKeys.ts';
import { ScoreDialog } from './ScoreDialog.tsx';

export interface CallPartProps {
  readonly store: CallStore;
  readonly detail: CallDetail;
}

/** When and with whom the call was, and what can be made of it. */
export function CallHeader({ store, detail }: CallPartProps): JSX.Element {
  return (
    <div class="call-header">
      <h1 class="visually-hidden">Call {detail.row.id}</h1>
      <Facts detail={detail} />
      <Warnings warnings={detail.warnings} />
      <Actions store={store} detail={detail} />
    </div>
  );
}

function Warnings({ warnings }: Pick<CallDetail, 'warnings'>): JSX.Element | null {
  if (warnings.length === 0) return null;
  return (
    <details class="warnings">
      <summary>
        <Icon name="warning" /> {formatCount(warnings.length, 'warning')}
      </summary>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </details>
  );
}

function Facts({ detail: { row, ports } }: { readonly detail: CallDetail }): JSX.Element {
  const facts: readonly (readonly [name: string, value: string | null])[] = [
    ['Recorded', formatDate(row.recordedAt)],
    ['Agent', row.agent],
    ['Line', row.line],
    ['Length', formatLength(row.lengthMs)],
    ['Turns', String(row.turns)],
    ['Wait p50', formatSeconds(row.waitP50Ms)],
    ['End', row.end === null ? 'incomplete' : formatCode(row.end)],
    ['Hears', ports.stt],
    ['Answers', ports.model],
    ['Speaks', ports.tts],
    ['Turns by', ports.turns],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) =>
        value === null || value === '–' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={value}>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Actions({ store, detail }: CallPartProps): JSX.Element {
  const isScoring = useMemo(() => signal(false), []);
  const selection = store.selection.value;
  const hasAudio = detail.audio.user || detail.audio.agent;
  const what =
    selection === null
      ? 'Make a test'
      : `Make a test of ${formatClock(selection.fromMs, 1)} – ${formatClock(selection.toMs, 1)}`;
  const name = detail.row.id.replace(/^.*\//u, '').replace(/\.jsonl?$/u, '');
  return (
    <div class="actions">
      <button type="button" class="button" onClick={() => void copyLink(store)} title="Copy a link to this moment (c)">
        <Icon name="link" /> <span>Copy link</span>
      </button>
      <div class="button-group" role="group" aria-label="Export">
        {(['wav', 'vtt', 'json'] as const).map((as) => (
          <button
            key={as}
            type="button"
            class="button"
            aria-label={`Export ${as.toUpperCase()}`}
            disabled={as === 'wav' && !hasAudio}
            title={as === 'wav' && !hasAudio ? 'The recording has no audio' : undefined}
            onClick={() => void save(store.id, as, name)}
          >
            {as === 'wav' && <Icon name="down" />}
            {as.toUpperCase()}
          </button>
        ))}
      </div>
      <button type="button" class="primary" onClick={() => (isScoring.value = true)}>
        <Icon name="flask" /> <span>{what}</span>
      </button>
      {isScoring.value && <ScoreDialog store={store} close={() => (isScoring.value = false)} />}
    </div>
  );
}

async function save(id: string, as: 'wav' | 'vtt' | 'json', name: string): Promise<void> {
  try {
    await download('export', { id, as }, `${name}.${as}`);
  } catch (error) {
    notify(toStudioError(error).message);
  }
}
