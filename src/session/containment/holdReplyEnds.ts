import { Observable, Subscription } from 'rxjs';
import type { SpeechEvent, TurnEvent } from '../../core/turn.ts';

/**
 * Holds back the end of a reply until the `speak` stage has begun its last text. The standard stage does so at the same
 * instant; the application's may take longer. Passes the end of a cut reply at once.
 */
export function holdReplyEnds(replies: Observable<TurnEvent>, speech: Observable<SpeechEvent>): Observable<TurnEvent> {
  return new Observable((out) => {
    let unspoken: number | null = null;
    let isSpeaking = false;
    let held: TurnEvent | null = null;
    const release = (): void => {
      const ended = held;
      held = null;
      if (ended !== null) out.next(ended);
    };
    const running = new Subscription();
    running.add(
      speech.subscribe((event) => {
        if (event.kind === 'ended') isSpeaking = false;
        if (event.kind !== 'started') return;
        isSpeaking = true;
        unspoken = null;
        release();
      }),
    );
    running.add(
      replies.subscribe((event) => {
        if (event.kind === 'started') release();
        if (event.kind === 'text' && event.delta.trim() !== '' && !isSpeaking) unspoken = event.turn;
        const isHeld = event.kind === 'ended' && event.reason === 'complete' && unspoken === event.turn;
        if (isHeld) held = event;
        else out.next(event);
      }),
    );
    return running;
  });
}
