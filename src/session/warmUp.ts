import { lastValueFrom, of } from 'rxjs';
import { parseConfig, type SessionConfig } from './config.ts';
import { openPorts, verifyConfig } from './config/ports.ts';

/**
 * Loads the engines that a config names, so that the first session does not wait for them: call it once, when a server
 * starts. Embedded engines stay loaded as long as the process lives and do not keep it alive; vendors are not contacted.
 *
 * @throws (rejects with) AntiphonError `config_invalid` or `provider_unavailable` where a session with this config would be
 *   refused; `vad_failed` where the model of voice activity detection cannot be loaded
 */
export async function warmUp(config: SessionConfig<object>): Promise<void> {
  const settings = parseConfig(config);
  const { vad } = openPorts(settings);
  const silence = of(new Int16Array(vad.windowSamples));
  await Promise.all([verifyConfig(settings), lastValueFrom(vad.score(silence))]);
}
