import type { Transcript } from 'antiphon';
import { map, scan, type OperatorFunction } from 'rxjs';

/**
 * Emits the caption to show: the words of the segment so far, as they grow, then its final. Use it on the edge of a session:
 * `session.edges.transcript.pipe(captions())`.
 *
 * ```text
 * transcript  --i--j--f--|    interims "hello", "hello there", final "Hello there."
 * captions    --x--y--z--|    "hello …", "hello there …", "Hello there."
 * ```
 */
export function captions(): OperatorFunction<Transcript, string> {
  interface State {
    readonly segment: number;
    readonly finals: string;
    readonly caption: string;
  }
  const start: State = { segment: -1, finals: '', caption: '' };
  const add = (before: State, { kind, segment, text }: Transcript): State => {
    const finals = segment === before.segment ? before.finals : '';
    const words = [finals, text].filter((part) => part !== '').join(' ');
    return kind === 'final' ? { segment, finals: words, caption: words } : { segment, finals, caption: `${words} …` };
  };
  return (transcripts) =>
    transcripts.pipe(
      scan(add, start),
      map(({ caption }) => caption),
    );
}
