import { concatMap, EMPTY, merge, mergeMap, of, tap, type Observable } from 'rxjs';
import type { ChunkUsage } from '../../../core/chunk.ts';
import { asAntiphonError } from '../../../core/errors.ts';
import type { Settlement, Transcript, VadEvent } from '../../../core/speech.ts';
import type { SpeechModelEvent, SpeechModelUsage } from '../../../core/speechToSpeech.ts';
import type { StageContext, StageOperators } from '../../stages.ts';
import type { Conversation } from './conversation.ts';

/** Sends the audio of each segment to the model. */
function sendAudio(conversation: Conversation, event: VadEvent): void {
  if (event.kind === 'started' || event.kind === 'window')
    for (const frame of event.audio) conversation.sendAudio(frame);
  if (event.kind === 'ended') conversation.endSegment();
}

/** Transcribes with the recogniser, while the model hears the same segments. */
export function besideStt(
  conversation: Conversation,
  transcribe: StageOperators['transcribe'],
  events: Observable<SpeechModelEvent>,
  context: StageContext,
): StageOperators['transcribe'] {
  return (activity) =>
    merge(
      activity.pipe(
        tap((event) => sendAudio(conversation, event)),
        transcribe,
      ),
      events.pipe(
        tap((event) => reportEvent(event, conversation, context)),
        concatMap(() => EMPTY),
      ),
    );
}

/** Settles each segment by its length of voice: the model hears it, and its words come late. */
export function alone(
  conversation: Conversation,
  minVoicedMs: () => number,
  events: Observable<SpeechModelEvent>,
  context: StageContext,
): StageOperators['transcribe'] {
  const segmentOf = new Map<number, number>();
  const follow = context.edges.userTurn.pipe(
    tap(({ turn, input }) => {
      const segment = input?.segments.at(-1);
      if (segment !== undefined) segmentOf.set(turn, segment);
    }),
    concatMap(() => EMPTY),
  );
  const settle = (event: VadEvent): readonly Settlement[] => {
    sendAudio(conversation, event);
    if (event.kind !== 'ended') return [];
    const { segment, voicedMs, by } = event;
    const isHeard = by === 'commit' || (by !== 'clear' && voicedMs >= minVoicedMs());
    return [{ kind: 'settled', segment, by: isHeard ? 'audio' : 'empty' }];
  };
  const words = (event: SpeechModelEvent): Observable<Transcript | Settlement> => {
    reportEvent(event, conversation, context);
    if (event.kind !== 'words' && event.kind !== 'words_failed') return EMPTY;
    const segment = segmentOf.get(event.turn);
    if (segment === undefined) return EMPTY;
    if (event.kind === 'words' && !event.final) return of({ kind: 'interim', segment, text: event.text });
    segmentOf.delete(event.turn);
    if (event.kind === 'words_failed') return of({ kind: 'settled', segment, by: 'failed' });
    if (event.text.trim() === '') return of({ kind: 'settled', segment, by: 'empty' });
    return of({ kind: 'final', segment, text: event.text });
  };
  return (activity) => merge(follow, activity.pipe(concatMap(settle)), events.pipe(mergeMap(words)));
}

function reportEvent(event: SpeechModelEvent, conversation: Conversation, { report, progress }: StageContext): void {
  const { name: provider, model } = conversation;
  if (event.kind === 'usage') {
    const usage = toChunkUsage(event.usage);
    if (event.turn < 0) progress({ kind: 'apart', turn: event.turn, round: 0, model, usage });
    else progress({ kind: 'usage', turn: event.turn, round: conversation.roundOf(event.turn), usage });
  }
  if (event.kind === 'report') report(asAntiphonError(event.error, 'provider_warning', { provider, failure: false }));
  if (event.kind === 'words_failed') report(asAntiphonError(event.error, 'provider_failed', { provider }));
}

function toChunkUsage(usage: SpeechModelUsage): ChunkUsage {
  const prompt_tokens = usage.inputTextTokens + usage.inputAudioTokens;
  const completion_tokens = usage.outputTextTokens + usage.outputAudioTokens;
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    speech: {
      prompt_audio_tokens: usage.inputAudioTokens,
      completion_audio_tokens: usage.outputAudioTokens,
      cached_text_tokens: usage.cachedTextTokens,
      cached_audio_tokens: usage.cachedAudioTokens,
    },
  };
}
