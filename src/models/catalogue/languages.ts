/** The languages of Whisper's multilingual models: those of its `tokenizer.py`. */
export const WHISPER_LANGUAGES: readonly string[] = (
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy ' +
  'sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo ' +
  'uz fo ht ps tk nn mt sa lb my bo fil mg as tt haw ln ha ba jv su'
).split(' ');

/** The languages of Parakeet v3. */
export const EUROPEAN_LANGUAGES: readonly string[] =
  'en de fr es it nl pt pl cs sk sl hr bg ro hu el da sv fi et lv lt mt ru uk'.split(' ');

/** The languages of Supertonic 3. */
export const SUPERTONIC_LANGUAGES: readonly string[] =
  'en ar bg hr cs da nl et fi fr de el hi hu id it ja ko lv lt pl pt ro ru sk sl es sv tr uk vi'.split(' ');

/** The languages of Smart Turn 3. */
export const SMART_TURN_LANGUAGES: readonly string[] =
  'en ar bn zh da nl de fi fr hi id it ja ko mr no pl pt ru es tr uk vi'.split(' ');
