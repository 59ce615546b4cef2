import { lastValueFrom, of } from 'rxjs';
import { parseConfig, type SessionConfig } from '../config/config.ts';
import { openPorts, verifyConfig } from '../config/ports.ts';

/**
 * Loads the engines of a config, so that the first session does not wait for them. Call it once, when a server starts.
 * Embedded engines stay loaded and do not keep the process alive. Vendors are not contacted.
 *
 * @example
 * ```ts
 * import { STT, TTS, VAD, warmUp } from 'antiphon';
 *
 * const grammar = '#JSGF V1.0; grammar door; public <wish> = open the door;';
 * const engines = { vad: VAD.Silero(), stt: STT.Local({ grammar }), tts: TTS.Local() };
 * await warmUp({ ...engines, initial_messages: [], session_data: {} });
 * ```
 *
 * @throws (rejects with) AntiphonError `config_invalid` or `provider_unavailable`, as a session with this config would;
 *   `vad_failed` if the VAD model cannot be loaded
 */
export async function warmUp(config: SessionConfig<object>): Promise<void> {
  const settings = parseConfig(config);
  const { vad } = openPorts(settings);
  const silence = of(new Int16Array(vad.windowSamples));
  await Promise.all([verifyConfig(settings), lastValueFrom(vad.score(silence))]);
}
