import { filter, type Observable } from 'rxjs';
import type { AudioFrame } from '../../core/audio.ts';
import { createTransportDouble, type TransportDouble } from '../../playback/transportDouble.ts';
import type { SpeechToSpeech } from '../../core/speechToSpeech.ts';
import type { Agent } from '../../session/agent.ts';
import { runAs } from '../../time/caller.ts';
import type { VirtualClock } from '../../time/virtualClock.ts';
import { microphone } from '../audio.ts';
import { createLlmDouble } from '../doubles/llm.ts';
import { createSpeechModelDouble } from '../doubles/speechModel.ts';
import { createTtsDouble } from '../doubles/tts.ts';
import { createVadDouble } from '../doubles/vad.ts';
import type { UserSound } from './actions.ts';
import type { CallTracker } from './callTracker.ts';
import type { ScoreOptions } from './options.ts';
import { createTimedStt } from './timedStt.ts';
import { createTimedWords, toSpeechModelReply } from './timedWords.ts';
import { trackAgent } from './trackAgent.ts';

/** Creates the client. Its microphone is silent while it is disconnected. */
export function createClientDouble(
  sounds: readonly UserSound[],
  scheduler: VirtualClock,
  { doubles }: ScoreOptions,
  recorded?: Observable<AudioFrame>,
): TransportDouble {
  // Frames are as long as a VAD window, for round times.
  const audioIn = (recorded ?? microphone(sounds, { scheduler, frameMs: 32 })).pipe(
    filter(() => io.user.connected.value),
  );
  const io: TransportDouble = createTransportDouble({ ...doubles?.client, audioIn, scheduler });
  return io;
}

/** Creates an agent with tracked calls, and with a double of its handler if `llm` is given. */
export function createPlayedAgent<SessionData extends object>(
  agent: Agent<SessionData>,
  calls: CallTracker,
  scheduler: VirtualClock,
  { llm, doubles, realTime }: ScoreOptions,
): Agent<SessionData> {
  const tracked = trackAgent(agent, calls, (ms, call) =>
    realTime === 'charged' && ms > 0 ? runAs(call, () => scheduler.sleep(ms)) : undefined,
  );
  if (llm === undefined) return tracked;
  const value = createLlmDouble(llm, { ...doubles?.llm, scheduler });
  return Object.create(tracked, { llm_response_handler: { value } }) as Agent<SessionData>;
}

export function createPorts(
  currentSound: () => UserSound | undefined,
  scheduler: VirtualClock,
  { doubles, ports, llm }: ScoreOptions,
  output?: SpeechToSpeech['output'],
): ScoreOptions['ports'] {
  return {
    vad: createVadDouble({ ...doubles?.vad, scheduler }),
    stt: createTimedStt({ ...doubles?.stt, scheduler, currentSound }),
    tts: createTtsDouble({ ...doubles?.tts, scheduler }),
    speechModel: createSpeechModelDouble({
      ...doubles?.speechModel,
      replies: llm?.map(toSpeechModelReply),
      words: createTimedWords(currentSound),
      output,
      scheduler,
    }),
    ...ports,
  };
}
