import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { CallDetail, ModelRequest } from '../../../protocol.ts';
import { formatClock, formatCode, formatSeconds } from '../../logic/format.ts';
import { prettyJson } from '../../logic/prettyJson.ts';
import { Empty, Loaded } from '../../parts/states.tsx';
import { api } from '../../state/api.ts';
import type { CallStore } from '../../state/callStore.ts';
import { createResource } from '../../state/loadable.ts';
import type { CallPartProps } from './CallHeader.tsx';
import { MomentButton } from './MomentButton.tsx';
import { Source } from '../../parts/Source.tsx';

/** The requests to the language model. */
export function ModelPanel({ store, detail: { requests } }: CallPartProps): JSX.Element {
  if (requests.length === 0) return <Empty title="No language model was asked." />;
  return (
    <ol class="cards">
      {requests.map((request) => (
        <RequestCard key={request.stream} store={store} request={request} />
      ))}
    </ol>
  );
}

interface RequestCardProps {
  readonly store: CallStore;
  readonly request: CallDetail['requests'][number];
}

function RequestCard({ store, request }: RequestCardProps): JSX.Element {
  const { turn, fromMs, toMs, firstTextMs, outcome, stream } = request;
  const isOpen = useMemo(() => signal(false), []);
  const content = useMemo(() => createResource(() => api.request(store.id, stream)), [stream]);
  const toggle = (): void => {
    isOpen.value = !isOpen.value;
    content.need();
  };
  return (
    <li class="card model">
      <header>
        <MomentButton store={store} atMs={fromMs} />
        <strong>Turn {turn}</strong>
        <span class={outcome === 'failed' ? 'card-fact alarming' : 'card-fact'}>{formatCode(outcome)}</span>
      </header>
      <dl class="figures">
        <div>
          <dt>First text</dt>
          <dd>{firstTextMs === null ? '–' : formatSeconds(firstTextMs - fromMs)}</dd>
        </div>
        <div>
          <dt>Whole answer</dt>
          <dd>{toMs === null ? '–' : formatSeconds(toMs - fromMs)}</dd>
        </div>
      </dl>
      <button type="button" class="quiet-button" aria-expanded={isOpen.value} onClick={toggle}>
        {isOpen.value ? 'Hide' : 'Show'} messages and chunks
      </button>
      {isOpen.value && (
        <Loaded loadable={content.current.value} what="Loading the request …" retry={content.reload}>
          {(loaded) => <RequestContent loaded={loaded} />}
        </Loaded>
      )}
    </li>
  );
}

function RequestContent({ loaded: { messages, chunks } }: { readonly loaded: ModelRequest }): JSX.Element {
  return (
    <>
      <p class="card-label">Messages</p>
      {messages.map((message, index) => (
        <Source key={index} label={`Message ${index + 1}`}>
          {prettyJson(message)}
        </Source>
      ))}
      <p class="card-label">Chunks</p>
      <ol class="chunks">
        {chunks.map(({ atMs, value }, index) => (
          <li key={index}>
            <span class="tabular">{formatClock(atMs)}</span>
            <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
          </li>
        ))}
      </ol>
    </>
  );
}
