import type { SchedulerLike } from 'rxjs';
import type { PlayoutReport } from '../../../../src/core/playout.ts';
import type { ServerMessage } from '../../../../src/core/protocol.ts';
import { PlayHeadDouble } from '../../../../src/playback/playHeadDouble.ts';
import type { PlayedUtterance } from '../../../../src/playback/playedUtterance.ts';

export interface PlayerOptions {
  readonly scheduler: SchedulerLike;
  /** Sends a message to the server. */
  readonly say: (message: object) => void;
}

/** What a client does with what it is sent: it plays in the time of the scheduler, and reports. */
export interface Player {
  take(frame: string | Uint8Array): void;
  readonly messages: readonly ServerMessage[];
  played(): PlayedUtterance[];
  stop(): void;
}

export function player({ scheduler, say }: PlayerOptions): Player {
  const messages: ServerMessage[] = [];
  const clears = new Map<string, number>();
  let current = { utterance: '', sampleRate: 0 };
  const report = ({ kind, utterance: utterance_id, playedSamples: played_samples }: PlayoutReport): void => {
    const cleared = kind === 'cleared' ? { clear_id: clears.get(utterance_id) } : {};
    say({ type: `playback.${kind}`, utterance_id, played_samples, ...cleared });
  };
  const head = new PlayHeadDouble({ scheduler, positionEveryMs: 100, report });
  const handleMessage = (message: ServerMessage): void => {
    messages.push(message);
    switch (message.type) {
      case 'audio.start':
        current = { utterance: message.utterance_id, sampleRate: message.sample_rate };
        return head.handleCommand({ kind: 'start', ...current });
      case 'audio.end':
        return head.handleCommand({ kind: 'end', utterance: message.utterance_id, samples: message.samples });
      case 'clear':
        clears.set(message.utterance_id, message.clear_id);
        return head.handleCommand({ kind: 'clear', utterance: message.utterance_id });
      default:
        return;
    }
  };
  return {
    messages,
    take: (frame) => {
      if (typeof frame === 'string') return handleMessage(JSON.parse(frame) as ServerMessage);
      const { utterance, sampleRate } = current;
      head.handleCommand({ kind: 'audio', utterance, frame: { samples: samplesOf(frame), sampleRate } });
    },
    played: () => head.played(),
    stop: () => head.stop(),
  };
}

function samplesOf(bytes: Uint8Array): Int16Array {
  return new Int16Array(Uint8Array.from(bytes).buffer);
}
