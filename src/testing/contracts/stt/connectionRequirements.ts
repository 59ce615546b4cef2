import { concat, filter, firstValueFrom, NEVER, type Observable } from 'rxjs';
import type { AntiphonError } from '../../../core/errors.ts';
import type { SttEvent } from '../../../core/ports.ts';
import { assertEqual, assertProviderError, withinTime } from '../assertions.ts';
import { assertWords, transcribeInTurn } from './collectTranscripts.ts';
import type { SttRequirement } from './requirement.ts';

/** The requirements for a recogniser that connects before anyone speaks and whose connections outlive a segment. */
export const connectionRequirements: readonly SttRequirement[] = [
  {
    name: 'consecutive segments share one connection',
    check: async ({ stt, attempts }, { whole }) => {
      assertWords(await transcribeInTurn(stt, [await whole(0), await whole(3)]), [0, 3]);
      if (attempts !== undefined) assertEqual('the connections', attempts(), 1);
    },
  },
  {
    name: 'a refused key is reported before anyone speaks',
    fault: 'refuses the key',
    check: async ({ stt }) => {
      assertProviderError(await firstFailure(stt.transcribe(NEVER)), 'provider_refused', stt.name);
    },
  },
  {
    name: 'a refused key is reported before the user has finished',
    fault: 'refuses the key',
    check: async ({ stt }, { open }) => {
      const speech = concat(await open(0), NEVER);
      assertProviderError(await firstFailure(stt.transcribe(speech)), 'provider_refused', stt.name);
    },
  },
];

async function firstFailure(events: Observable<SttEvent>): Promise<unknown> {
  const reports = events.pipe(filter((event) => event.kind === 'report' && isFailure(event.error)));
  const event = await withinTime('a report', firstValueFrom(reports));
  return event.kind === 'report' && event.error;
}

/** Returns whether an error is more than a diagnostic. */
function isFailure(error: unknown): boolean {
  return (error as Partial<AntiphonError> | null)?.details?.failure !== false;
}
