import type { ClientRequest } from '../kit/fake.ts';
import { asFields, unknownOf, type Fields } from './validate.ts';

/** A service with OpenAI's realtime API, and what is its own. */
export type ServiceName = 'openai' | 'azure' | 'xai';

export interface Service {
  /** Finds what the service refuses in the request of the socket. */
  readonly validateUpgrade: (request: ClientRequest, key: string) => readonly string[];
  readonly validateSession: (session: Fields) => readonly string[];
  /** What it sends before `session.created`. */
  readonly hello: readonly object[];
  /** How it sends the words of the user before they are complete. */
  readonly interims: 'delta' | 'updated';
  /** How it says a text of the application. */
  readonly says: 'response' | 'force_message';
}

export const SESSION: readonly string[] = [
  'type',
  'model',
  'instructions',
  'output_modalities',
  'tools',
  'tool_choice',
  'audio',
];
export const INPUT: readonly string[] = ['format', 'turn_detection', 'transcription', 'noise_reduction'];
export const OUTPUT: readonly string[] = ['format', 'voice', 'speed'];

export const SERVICES: Readonly<Record<ServiceName, Service>> = {
  openai: {
    validateUpgrade: (request, key) => [
      ...validatePath(request, '/v1/realtime', ['model']),
      ...validateHeader(request, 'authorization', `Bearer ${key}`),
      ...(request.headers['openai-beta'] === undefined ? [] : ['the beta interface']),
    ],
    validateSession: (session) => validateGa(session, OUTPUT),
    hello: [],
    interims: 'delta',
    says: 'response',
  },
  azure: {
    validateUpgrade: (request, key) => [
      ...validatePath(request, '/voice-live/realtime', ['api-version', 'model']),
      ...(request.query.some(([name, value]) => name === 'api-version' && value === 'v1') ? [] : ['another version']),
      ...validateHeader(request, 'api-key', key),
    ],
    validateSession: (session) => validateGa(session, [...OUTPUT, 'voice_type', 'output_audio_timestamp_types']),
    hello: [],
    interims: 'delta',
    says: 'response',
  },
  xai: {
    validateUpgrade: (request, key) => [
      ...validatePath(request, '/v1/realtime', ['model']),
      ...validateHeader(request, 'authorization', `Bearer ${key}`),
    ],
    validateSession: (session) => {
      const { input, output } = asFields(session['audio']);
      return [
        ...unknownOf(session, [...SESSION, 'voice', 'turn_detection'], 'session'),
        ...(session['turn_detection'] === undefined || asFields(session['turn_detection'])['type'] === null
          ? []
          : ['turns of the server']),
        ...unknownOf(asFields(input), ['format', 'transcription'], 'audio.input'),
        ...unknownOf(asFields(output), ['format'], 'audio.output'),
      ];
    },
    hello: [
      { type: 'conversation.created', conversation: { id: 'conv_1' } },
      { type: 'ping', timestamp: 0 },
    ],
    interims: 'updated',
    says: 'force_message',
  },
};

function validateGa(session: Fields, outputFields: readonly string[]): readonly string[] {
  const audio = asFields(session['audio']);
  const input = asFields(audio['input']);
  return [
    ...unknownOf(session, SESSION, 'session'),
    ...(session['type'] === 'realtime' ? [] : [`a session of type ${String(session['type'])}`]),
    ...(audio['input'] === undefined || input['turn_detection'] === null ? [] : ['turns of the server']),
    ...unknownOf(input, INPUT, 'audio.input'),
    ...unknownOf(asFields(audio['output']), outputFields, 'audio.output'),
  ];
}

function validatePath(
  { kind, path: actual, query }: ClientRequest,
  path: string,
  names: readonly string[],
): readonly string[] {
  const given = query.map(([name]) => name).toSorted();
  const isComplete = given.join() === names.join() && query.every(([, value]) => value !== '');
  return [
    ...(kind === 'upgrade' && actual === path ? [] : [`the path ${actual}`]),
    ...(isComplete ? [] : [`the query ${given.join()}`]),
  ];
}

function validateHeader({ headers }: ClientRequest, name: string, value: string): readonly string[] {
  return headers[name] === value ? [] : [`no ${name}`];
}
