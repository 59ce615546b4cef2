import type { RecordedSession } from '../../replay/whatIf/recorded/recordedSession.ts';
import type { DoubleBehaviours } from '../../testing/score/options.ts';
import { usualDelayMs } from './userActions.ts';

/** Reads the behaviour of recogniser, TTS and client. Omits default behaviour. */
export function readDoubles({ head, transcribed, pace, client, utterances }: RecordedSession): DoubleBehaviours {
  const { stt, tts } = head.ports;
  const hasTimings = utterances.some(({ events }) => events.some(({ event }) => event.kind === 'words'));
  return {
    stt: pickOthers(
      { delayMs: usualDelayMs(transcribed.segments), interims: stt.interims, finalTimeoutMs: stt.finalTimeoutMs },
      { delayMs: 50, interims: true, finalTimeoutMs: 1000 },
    ),
    tts: pickOthers(
      {
        firstAudioMs: Math.round(pace.firstByteMs),
        msPerChar: Math.max(1, Math.round(pace.msPerChar)),
        accepts: tts.accepts,
        timings: hasTimings || utterances.length === 0,
        language: tts.language,
      },
      { firstAudioMs: 0, msPerChar: 60, accepts: 'sentences', timings: true, language: 'en-US' },
    ),
    client: pickOthers(
      {
        reports: client.reports,
        latencyMs: Math.round(client.latencyMs),
        positionEveryMs: Math.round(client.positionEveryMs),
        clearDelayMs: Math.round(client.clearDelayMs),
        outputLatencyMs: Math.round(client.outputLatencyMs),
        outputLeadMs: head.io.outputLeadMs ?? 200,
      },
      {
        reports: 'positions',
        latencyMs: 0,
        positionEveryMs: 100,
        clearDelayMs: 0,
        outputLatencyMs: 0,
        outputLeadMs: 200,
      },
    ),
  };
}

/** Picks the values that differ from the defaults. */
function pickOthers<Behaviour extends object>(behaviour: Behaviour, defaults: Partial<Behaviour>): Partial<Behaviour> {
  const others = Object.entries(behaviour).filter(([key, value]) => value !== defaults[key as keyof Behaviour]);
  return Object.fromEntries(others) as Partial<Behaviour>;
}
