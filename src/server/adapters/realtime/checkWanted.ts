import { Problem } from '../../problems/problem.ts';
import { PCM } from './audioFormat.ts';
import { isRefused, parseClientEvent, type Refused, type SessionUpdate } from './clientEvents.ts';
import { SessionState } from './sessionState.ts';

const FOR_UPDATE = 'expected nothing: set this field with session.update, if the server allows it';

/**
 * Refuses session fields in an HTTP request that only `session.update` accepts, or that it refuses as well.
 *
 * @throws Problem `invalid_request`, naming each field
 */
export function checkWanted(session: object): void {
  const event = parseClientEvent({ type: 'session.update', session });
  const refused = isRefused(event) ? [event] : findForUpdate(event);
  if (refused.length > 0) throw new Problem('invalid_request', refused.map(toFault));
}

function findForUpdate(event: object): readonly Refused[] {
  const { session } = event as { readonly session: SessionUpdate };
  const { input, output } = session.audio ?? {};
  const formats = [input?.format?.type, output?.format?.type];
  const ofFormats = ['session.audio.input.format', 'session.audio.output.format']
    .filter((_, at) => (formats[at] ?? PCM.type) !== PCM.type)
    .map((param) => ({ code: '', message: FOR_UPDATE, param }));
  const { refused } = new SessionState({ allowsInterruptions: true }, 'tracks').update(session);
  const ofTurns = input?.turn_detection === null ? ['session.audio.input.turn_detection'] : [];
  const others = ofTurns.map((param) => ({ code: '', message: FOR_UPDATE, param }));
  return [...refused.map((one) => ({ ...one, message: FOR_UPDATE })), ...ofFormats, ...others];
}

function toFault({ message, param = '' }: Refused): { readonly pointer: string; readonly detail: string } {
  return { pointer: `/${param.replaceAll('.', '/')}`, detail: message };
}
