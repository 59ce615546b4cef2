import { EMPTY, of, Subject } from 'rxjs';
import { it } from 'vitest';
import { speak } from '../../operators/speak.ts';
import { ended, started, text } from './llmTurn/score.ts';
import { stage, voice } from './speak/score.ts';
it('dbg', () => {
  const replies = new Subject<any>();
  const log: unknown[] = [];
  replies.pipe(speak({ tts: { ...voice(), synthesize: () => EMPTY }, firstAudioTimeoutMs: 5 })).subscribe({ next: (e) => log.push(e), complete: () => log.push('|') });
  replies.next(started());
  replies.next(text('One.'));
  log.push('--');
  replies.complete();
  console.log(log);
});
