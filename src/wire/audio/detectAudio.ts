import { throwError } from 'rxjs';
import { escapePattern } from '../../core/escapePattern.ts';
import { createDecoderSource, type AudioDecoderSource } from './decoder.ts';
import { mp3 } from './mp3.ts';
import { wav } from './wav.ts';
import { createBareDecoder, type BareCodec } from './wavFormat.ts';

/** The start of a response, for detecting its format. */
export interface AudioHead {
  /** The content type of the response, or `''`. */
  readonly type: string;
  /** The first bytes of the response. */
  readonly bytes: Uint8Array;
  /** True if these are all the bytes. */
  readonly isWhole: boolean;
  /** The rate of headerless samples whose type does not specify it, in Hz. */
  readonly askedRate: number;
}

/**
 * Selects the decoder for a response whose server may use a different format than requested: by its first bytes,
 * otherwise by its content type, otherwise headerless 16-bit samples. Returns null if more bytes are needed. For an
 * unsupported format, returns a decoder that fails with the format's name.
 */
export function selectDecoder(head: AudioHead): AudioDecoderSource | null {
  const text = Buffer.from(head.bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  if (!head.isWhole && MAGIC.some(([start, length]) => isUndecided(text, start, length))) return null;
  const [, , found] =
    MAGIC.find(([start, , , pattern]) => text.startsWith(start) && (pattern?.test(text) ?? true)) ?? [];
  if (typeof found === 'string') return createUnsupported(found);
  return found ?? selectUnmarked(head);
}

function isUndecided(text: string, start: string, length: number): boolean {
  return text.length < length && (text.startsWith(start) || start.startsWith(text));
}

function selectUnmarked(head: AudioHead): AudioDecoderSource | null {
  const mpeg = findMpegFrames(head);
  return mpeg === undefined ? selectByType(head.type, head.askedRate) : mpeg;
}

/** The first bytes of formats, how many bytes identify them, their names, and the check that these bytes must pass. */
const MAGIC: readonly (readonly [
  start: string,
  length: number,
  found: AudioDecoderSource | string,
  pattern?: RegExp,
])[] = [
  ['RIFF', 4, wav],
  ['ID3', 3, mp3],
  ['OggS', 36, 'Ogg/Opus', /OpusHead/u],
  ['OggS', 36, 'Ogg/Vorbis', /vorbis/u],
  ['OggS', 36, 'Ogg'],
  ['fLaC', 4, 'FLAC'],
  ['\x1aE\xdf\xa3', 4, 'WebM'],
  ['FORM', 4, 'AIFF'],
  ['\0\0\0', 8, 'MP4', /^.{4}ftyp/su],
];
/** Number of bytes searched for the codec in a container. */
const HEAD_BYTES = 64;

/** Finds MPEG audio frames. Returns null until the second frame has arrived, and undefined if there are none. */
function findMpegFrames({ type, bytes, isWhole }: AudioHead): AudioDecoderSource | null | undefined {
  if (bytes.length < FRAME_HEAD_BYTES && bytes[0] === 0xff && !isWhole) return null;
  const length = parseFrameLength(bytes, 0);
  if (length === undefined) return undefined;
  if (MP3_TYPE.test(type)) return mp3;
  if (bytes.length < length + FRAME_HEAD_BYTES) return isWhole ? undefined : null;
  return parseFrameLength(bytes, length) === undefined ? undefined : mp3;
}

const FRAME_HEAD_BYTES = 4;
/** Bit rates of layer III in kbit/s: for MPEG 1, and for MPEG 2 and 2.5. */
const KBPS_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBPS_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** Sample rates in Hz, by version number: 2.5, unused, 2, 1. */
const RATES: readonly (readonly number[])[] = [
  [11_025, 12_000, 8000],
  [],
  [22_050, 24_000, 16_000],
  [44_100, 48_000, 32_000],
];

/** Returns the length in bytes of the MPEG layer III frame that begins at `at`, or undefined if none does. */
function parseFrameLength(bytes: Uint8Array, at: number): number | undefined {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + FRAME_HEAD_BYTES);
  const version = (second >> 3) & 3;
  const rate = RATES[version]?.[(third >> 2) & 3];
  const kbps = (version === 3 ? KBPS_1 : KBPS_2)[third >> 4];
  const isLayer3 = first === 0xff && second >= 0xe0 && ((second >> 1) & 3) === 1;
  if (!isLayer3 || rate === undefined || !kbps) return undefined;
  return Math.floor(((version === 3 ? 144_000 : 72_000) * kbps) / rate) + ((third >> 1) & 1);
}

const MP3_TYPE = /^audio\/(?:x-)?(?:mpeg|mp3|mpeg3|mpga)\b/iu;
/** Content types of headerless samples, with codec and rate. Null: the requested rate. */
const BARE_TYPES: readonly (readonly [type: RegExp, codec: BareCodec, rate: number | null])[] = [
  [/^audio\/(?:x-)?(?:mulaw|pcmu|basic)\b/iu, '7/8', 8000],
  [/^audio\/(?:x-)?(?:alaw|pcma)\b/iu, '6/8', 8000],
  [/^audio\/(?:x-)?(?:pcm|l16|raw|wav|wave|vnd\.wave)\b/iu, '1/16', null],
];

function selectByType(type: string, askedRate: number): AudioDecoderSource {
  if (MP3_TYPE.test(type)) return mp3;
  const [, codec = '1/16', rate] = BARE_TYPES.find(([pattern]) => pattern.test(type)) ?? [];
  if (rate === undefined && /^(?:audio|video)\//iu.test(type)) return createUnsupported(nameOf(type));
  const sampleRate = parseParameter(type, 'rate') ?? rate ?? askedRate;
  const channels = parseParameter(type, 'channels') ?? 1;
  return createDecoderSource(() => createBareDecoder(codec, sampleRate, channels));
}

function createUnsupported(format: string): AudioDecoderSource {
  return throwError(() => new Error(`answered in ${format}; only PCM, WAV and MP3 can be decoded`));
}

function nameOf(type: string): string {
  return type.split(';', 1)[0]?.trim() ?? type;
}

/** Parses a numeric parameter of a content type, as in `audio/pcm;rate=16000`. */
function parseParameter(type: string, name: string): number | undefined {
  const value = new RegExp(`;\\s*${escapePattern(name)}\\s*=\\s*"?(\\d+)`, 'iu').exec(type)?.[1];
  return value === undefined ? undefined : Number(value);
}
