import { samplesOfMs } from '../../../core/audio.ts';
import { DIGITS } from '../../../core/digit.ts';
import type { LineAction, PeerInput, PeerMessage } from '../../../core/mediaAdapter.ts';
import { assertEqual, assertThat } from '../assertions.ts';
import { connect, samplesIn, tone, type Connection } from './connect.ts';
import { assertRefusal, assertRefused, describeMessage, NO_MESSAGES, refusalOf } from './refusals.ts';
import { SERVER_MESSAGES } from './serverMessages.ts';
import type { MediaAdapterSubject } from './peer.ts';

/** A requirement for adapters. It applies if `needs` holds or is missing. */
export interface MediaRequirement {
  readonly name: string;
  readonly needs?: (subject: MediaAdapterSubject) => boolean;
  readonly check: (subject: MediaAdapterSubject) => void;
}

/** The tolerance for encoding losses. Quantising with 8 bits loses up to a thirtieth of a sample. */
const LOSS = { share: 1 / 30, least: 132 };
const FRAMES = 10;
const KEYS = DIGITS.slice(0, 12);
const ACTIONS: readonly LineAction[] = [
  { kind: 'sendDigits', digits: '42#' },
  { kind: 'transfer', target: '+15550003' },
  { kind: 'hangUp' },
];

export const mediaRequirements: readonly MediaRequirement[] = [
  {
    name: 'nothing is sent to a peer before it has begun',
    needs: ({ adapter }) => adapter.capabilities.opens === 'peer',
    check: (subject) => {
      const { send, notify, audio } = connect(subject, false);
      notify({ type: 'session.started', session_id: 'ses_contract', audio });
      assertEqual('what is sent', send({ kind: 'audio', samples: tone(20, audio.output.sample_rate) }), []);
    },
  },
  {
    name: 'a peer opens the conversation once, when it begins',
    needs: ({ adapter }) => adapter.capabilities.opens === 'peer',
    check: (subject) => {
      const { peer, receive } = connect(subject, false);
      const isOpened = ({ kind }: PeerInput): boolean => kind === 'opened';
      assertEqual('the openings', receive(peer.begin()).filter(isOpened).length, 1);
      assertRefused('a second beginning', () => receive(peer.begin()));
    },
  },
  {
    name: "the user's audio arrives at the agreed rate, sample for sample",
    check: (subject) => {
      const { peer, receive, audio } = connect(subject);
      const { sample_rate } = audio.input;
      const spoken = Array.from({ length: FRAMES }, () => tone(20, sample_rate));
      const inputs = spoken.flatMap((samples) => receive(peer.speak(samples)));
      const rates = new Set(inputs.flatMap((input) => (input.kind === 'audio' ? [input.frame.sampleRate] : [])));
      assertEqual('the rates', [...rates], [sample_rate]);
      assertClose(
        'the audio',
        samplesIn(inputs),
        spoken.flatMap((samples) => [...samples]),
      );
    },
  },
  {
    name: "the agent's audio is as long for the peer as it was, in frames of 20, 40 and 60 ms",
    check: (subject) => {
      const { send, notify, audio } = connect(subject);
      const { sample_rate } = audio.output;
      notify({ type: 'audio.start', utterance_id: 'u0', sample_rate });
      for (const ms of [20, 40, 60]) {
        const samples = tone(ms, sample_rate);
        const got = Array.from({ length: FRAMES }, () => send({ kind: 'audio', samples })).flat();
        const played = got.reduce((sum, event) => sum + (event.kind === 'audio' ? event.samples : 0), 0);
        assertEqual(`the samples of ${FRAMES} frames of ${ms} ms`, played, FRAMES * samples.length);
      }
    },
  },
  {
    name: 'later messages do not change encoded audio',
    check: (subject) => {
      const { codec, notify, audio } = connect(subject);
      notify({ type: 'audio.start', utterance_id: 'u0', sample_rate: audio.output.sample_rate });
      const messages = codec.encode({ kind: 'audio', samples: tone(20, audio.output.sample_rate) });
      const before = messages.map(copy);
      codec.encode({ kind: 'audio', samples: new Int16Array(samplesOfMs(20, audio.output.sample_rate)) });
      assertEqual('the messages', messages.map(copy), before);
    },
  },
  {
    name: 'audio that is not played is dropped on request',
    needs: ({ adapter }) => adapter.capabilities.clears,
    check: (subject) => {
      const { notify, send, audio } = connect(subject);
      notify({ type: 'audio.start', utterance_id: 'u0', sample_rate: audio.output.sample_rate });
      send({ kind: 'audio', samples: tone(20, audio.output.sample_rate) });
      const events = notify({ type: 'clear', utterance_id: 'u0', clear_id: 0 });
      assertEqual('what the peer does', events, [{ kind: 'clear' }]);
    },
  },
  {
    name: 'a mark returns with its name',
    needs: ({ adapter }) => adapter.capabilities.heard === 'marked',
    check: (subject) => {
      const { send, peer, receive } = connect(subject);
      const events = ['0', '17', '999999'].flatMap((name) => send({ kind: 'mark', name }));
      const names = events.flatMap((event) => (event.kind === 'mark' ? [event.name] : []));
      const back = names.flatMap((name) => receive(peer.reach?.(name) ?? []));
      assertEqual(
        'the marks',
        back,
        ['0', '17', '999999'].map((name) => ({ kind: 'mark', name })),
      );
    },
  },
  {
    name: 'every telephone key arrives',
    needs: ({ adapter }) => adapter.capabilities.digits,
    check: (subject) => {
      const { peer, receive } = connect(subject);
      const { keys = KEYS } = subject;
      const got = keys.flatMap((digit) => receive(peer.press?.(digit) ?? []));
      const wanted = keys.map((digit) => ({ kind: 'message', message: { type: 'input.digit', digit } }));
      assertEqual('the keys', got, wanted);
    },
  },
  {
    name: 'only declared actions are requested from the line, after the peer has begun',
    check: (subject) => {
      const { capabilities } = subject.adapter;
      for (const action of ACTIONS) {
        const isDeclared = capabilities.actions?.includes(action.kind) ?? false;
        const [before, after] = [connect(subject, false), connect(subject)].map(({ act }) => act(action));
        if (capabilities.opens === 'peer') assertEqual(`${action.kind} before`, before, []);
        assertEqual(action.kind, after, isDeclared ? [{ kind: 'action', action }] : []);
      }
    },
  },
  {
    name: 'a peer that leaves ends the session',
    needs: ({ createPeer }) => createPeer().leave !== undefined,
    check: (subject) => {
      const { peer, receive } = connect(subject);
      assertEqual('the input', receive(peer.leave?.() ?? []), [{ kind: 'message', message: { type: 'session.end' } }]);
    },
  },
  {
    name: 'every message of the session can be written, before and after the peer has begun',
    check: (subject) => {
      for (const begins of [false, true]) {
        const { notify } = connect(subject, begins);
        for (const body of SERVER_MESSAGES) notify(body);
      }
    },
  },
  {
    name: 'a message outside the protocol is ignored or refused, and the next one is understood',
    check: (subject) => {
      const { malformed = [] } = subject;
      for (const message of [...NO_MESSAGES, ...malformed]) {
        const connection = connect(subject);
        const refusal = refusalOf(() => connection.receive([message]));
        if (refusal === undefined) assertUnderstands(connection);
        else assertRefusal(message, refusal);
      }
      for (const message of malformed)
        assertRefused(describeMessage(message), () => connect(subject).receive([message]));
    },
  },
  {
    name: 'a message of the maximum length contains at most 10 s of audio',
    check: (subject) => {
      const { codec, audio } = connect(subject);
      for (const message of [new Uint8Array(65_536), '0'.repeat(65_536)]) {
        let samples = 0;
        refusalOf(() => (samples = samplesIn(codec.decode(message)).length));
        assertThat('at most 10 s', samples <= 10 * audio.input.sample_rate, samples);
      }
    },
  },
  {
    name: 'sessions share nothing',
    check: (subject) => {
      const [one, other] = [connect(subject), connect(subject, false)];
      const { sample_rate } = one.audio.input;
      assertUnderstands(one);
      other.receive(other.peer.begin());
      assertUnderstands(other);
      const [ofOne, ofOther] = [one, other].map(({ peer, receive }) =>
        samplesIn(receive(peer.speak(tone(20, sample_rate)))),
      );
      assertEqual('the audio of the other', ofOther, ofOne);
    },
  },
];

function assertUnderstands({ peer, receive, audio }: Connection): void {
  const samples = samplesIn(receive(peer.speak(tone(20, audio.input.sample_rate))));
  assertEqual('the samples of the next audio', samples.length, audio.input.sample_rate / 50);
}

/** Fails unless each sample is unchanged apart from the encoding loss. */
function assertClose(what: string, actual: readonly number[], expected: readonly number[]): void {
  assertEqual(`the samples of ${what}`, actual.length, expected.length);
  const isClose = (sample: number, at: number): boolean => {
    const wanted = expected[at] ?? 0;
    return Math.abs(sample - wanted) <= Math.max(LOSS.least, Math.abs(wanted) * LOSS.share);
  };
  const at = actual.findIndex((sample, index) => !isClose(sample, index));
  assertThat(`${what} of sample ${at} to be about ${expected[at]}`, at < 0, actual[at]);
}

function copy(message: PeerMessage): PeerMessage {
  return typeof message === 'string' ? message : message.slice();
}
