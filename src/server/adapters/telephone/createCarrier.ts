import type { PublicUrl } from '../../addresses/publicUrl.ts';
import type { Carrier, CarrierManifest, CommonOptions } from './carrier.ts';
import { checkApiUrl } from './carrierApi.ts';
import { createCarrierSettings, createDialSettings } from './carrierSettings.ts';

/** Checks the options of a carrier. @throws AntiphonError `usage_invalid` */
export function createCarrier<Options extends CommonOptions>(
  manifest: CarrierManifest<Options>,
  options: Options,
  publicUrl: PublicUrl | undefined,
): Carrier {
  const { options: known, apiUrl: defaultUrl, maxRingingS, answerTransfer, configure, ...fixed } = manifest;
  const name = fixed.adapter.protocol;
  const settings = createCarrierSettings(name, options, known, publicUrl);
  const dialSettings = createDialSettings(name, options, settings, maxRingingS);
  const apiUrl = checkApiUrl(`${name}.api_url`, options.api_url ?? defaultUrl);
  return {
    ...fixed,
    settings,
    ...(answerTransfer && { answerTransfer: (request) => answerTransfer(request, dialSettings) }),
    ...configure(options, { settings, dialSettings, apiUrl }),
  };
}
