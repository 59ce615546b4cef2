import { catchError, connect } from 'rxjs';
import { suppressNoise } from '../../../operators/suppressNoise.ts';
import { NOISE_SUPPRESSORS, type NoiseSuppressorEntry } from '../../../providers/registry.ts';
import { AntiphonError, isAntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import type { SessionSettings } from '../config/config.ts';
import type { Borders } from '../recording.ts';

/**
 * Suppresses the noise of the user's audio, if the settings ask for it. Runs after the border, so that a recording has
 * the original audio, and before the application's splice. If it fails, reports that and passes the audio unchanged.
 * `provider_unavailable`: its package is missing, and the message says what to install.
 */
export function withoutNoise<B extends Pick<Borders, 'io'>>(
  borders: B,
  { noiseSuppression }: Pick<SessionSettings, 'noiseSuppression'>,
  report: (error: AntiphonError) => void,
  suppressors: Readonly<Record<'rnnoise', Pick<NoiseSuppressorEntry, 'create'>>> = NOISE_SUPPRESSORS,
): B {
  if (noiseSuppression === 'none') return borders;
  const suppress = suppressNoise({ model: suppressors[noiseSuppression].create() });
  const audioIn = borders.io.audioIn.pipe(
    connect((audio) =>
      audio.pipe(
        suppress,
        catchError((cause: unknown) => {
          report(describeFailure(cause, noiseSuppression));
          return audio;
        }),
      ),
    ),
  );
  return { ...borders, io: { ...borders.io, audioIn } };
}

function describeFailure(cause: unknown, provider: 'rnnoise'): AntiphonError {
  const isMissing = isAntiphonError(cause) && cause.code === 'provider_unavailable';
  const code = isMissing ? 'provider_unavailable' : 'provider_failed';
  const path = 'noise_suppression';
  return new AntiphonError(code, `${path}: ${messageOf(cause)}`, { provider, path, cause });
}
