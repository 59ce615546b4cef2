import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { TranscriptLine } from '../../../protocol.ts';
import { formatClock } from '../../logic/format.ts';
import { describeUnheard, indexAt, splitLine, withoutReplaced, type Piece } from '../../logic/transcript.ts';
import { Empty } from '../../parts/states.tsx';
import type { CallStore } from '../../state/callStore.ts';
import type { CallPartProps } from './CallHeader.tsx';

/** Time for which the transcript does not scroll by itself after the user has scrolled, in ms. */
const LEFT_ALONE_MS = 4000;

const SPEAKERS: Readonly<Record<TranscriptLine['who'], string>> = { user: 'You', agent: 'Agent', function: 'Function' };

/** What was said, with times. Follows the playhead. */
export function TranscriptPanel({ store, detail }: CallPartProps): JSX.Element {
  const short = useMemo(() => withoutReplaced(detail.transcript), [detail]);
  const showsAll = useMemo(() => signal(false), []);
  if (detail.transcript.length === 0) return <Empty title="Nobody said a word." />;
  return (
    <>
      {short.length < detail.transcript.length && (
        <label class="interims">
          <input type="checkbox" checked={showsAll.value} onChange={() => void (showsAll.value = !showsAll.value)} />
          All interims
        </label>
      )}
      <Lines store={store} transcript={showsAll.value ? detail.transcript : short} />
    </>
  );
}

interface LinesProps {
  readonly store: CallStore;
  readonly transcript: readonly TranscriptLine[];
}

function Lines({ store, transcript }: LinesProps): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const active = useMemo(() => computed(() => indexAt(transcript, store.cursorMs.value + 0.5)), [transcript]);
  const scrolledAt = useRef(-Infinity);
  useEffect(() => {
    if (performance.now() - scrolledAt.current > LEFT_ALONE_MS) keepVisible(list.current, active.value);
  }, [active.value]);
  return (
    <ol
      ref={list}
      class="transcript"
      aria-label="Transcript"
      onWheel={() => void (scrolledAt.current = performance.now())}
      onTouchMove={() => void (scrolledAt.current = performance.now())}
      onClick={(event) => seekToWord(event, store)}
    >
      {transcript.map((line, index) => (
        <LineView key={index} line={line} isActive={index === active.value} cursorMs={store.cursorMs} />
      ))}
    </ol>
  );
}

interface LineProps {
  readonly line: TranscriptLine;
  readonly isActive: boolean;
  readonly cursorMs: ReadonlySignal<number>;
}

function LineView({ line, isActive, cursorMs }: LineProps): JSX.Element {
  const pieces = useMemo(() => splitLine(line), [line]);
  const unheard = describeUnheard(line);
  // Only the active line follows the playhead word by word.
  const atMs = isActive ? cursorMs.value : -1;
  return (
    <li class={`line ${line.who}${line.kind === 'interim' ? ' interim' : ''}`} data-active={isActive}>
      <button type="button" class="line-time" data-ms={line.atMs} aria-current={isActive ? 'time' : undefined}>
        <span class="who">{SPEAKERS[line.who]}</span>
        <time>{formatClock(line.atMs, 1)}</time>
      </button>
      <p>
        {unheard !== null && <span class="visually-hidden">({unheard}) </span>}
        {line.kind === 'interim' && <span class="visually-hidden">(not final) </span>}
        {pieces.map((piece, index) => (
          <PieceView key={index} piece={piece} isSpoken={isSpoken(piece, atMs)} />
        ))}
      </p>
    </li>
  );
}

function PieceView({
  piece: { text, state, fromMs },
  isSpoken: spoken,
}: {
  readonly piece: Piece;
  readonly isSpoken: boolean;
}): JSX.Element {
  const Element = state === 'unheard' ? 'del' : 'span';
  return (
    <Element class={`${state}${spoken ? ' spoken' : ''}`} data-ms={fromMs ?? undefined}>
      {text}
    </Element>
  );
}

function isSpoken({ fromMs, toMs }: Piece, atMs: number): boolean {
  return fromMs !== null && toMs !== null && atMs >= fromMs && atMs < toMs;
}

/** Moves the playhead to the word that was clicked, or to its line. */
function seekToWord(event: MouseEvent, store: CallStore): void {
  if (!(event.target instanceof Element) || getSelection()?.isCollapsed === false) return;
  const word = event.target.closest<HTMLElement>('[data-ms]');
  const line = event.target.closest('li')?.querySelector<HTMLElement>('[data-ms]');
  const ms = Number((word ?? line)?.dataset['ms']);
  if (Number.isFinite(ms)) store.moveTo(ms);
}

/** Scrolls the list, not the page, so that the line is in its middle. */
function keepVisible(list: HTMLElement | null, index: number): void {
  const line = list?.children[index];
  const panel = list?.closest<HTMLElement>('.panel');
  if (!(line instanceof HTMLElement) || !(panel instanceof HTMLElement) || panel.scrollHeight <= panel.clientHeight)
    return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const top = line.offsetTop - (panel.clientHeight - line.offsetHeight) / 2;
  panel.scrollTo({ top, behavior: isCalm ? 'auto' : 'smooth' });
}
