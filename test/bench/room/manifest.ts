/** What a recording is of. */
export type SoundClass =
  | 'speech, English'
  | 'speech, Spanish'
  | 'speech, French'
  | 'coughs and sneezes'
  | 'laughs and screams'
  | 'crying'
  | 'crowd'
  | 'animals'
  | 'street'
  | 'household'
  | 'music'
  | 'keyboard';

/** Recordings of one class within a package. */
export interface SoundFiles {
  readonly class: SoundClass;
  readonly folder: string;
  /** File names, without the folder. Default: all files that are long enough, in alphabetical order. */
  readonly names?: readonly string[] | undefined;
  /** Length of the shortest, in seconds. Default 0. */
  readonly minSeconds?: number | undefined;
  /** The first so many. Default: all. */
  readonly take?: number | undefined;
}

/** A Debian package with recordings. */
export interface SoundPackage {
  readonly name: string;
  /** The version that this list was made from. Another one may have other recordings. */
  readonly version: string;
  /** Licence of the recordings, as the package's copyright file states it. */
  readonly licence: string;
  readonly files: readonly SoundFiles[];
}

const SCRATCH = 'usr/share/scratch/Media/Sounds';
const ASTERISK = 'usr/share/asterisk/sounds';
const POCKETSPHINX = 'usr/share/pocketsphinx/test/data';
const QABCS = 'usr/share/qabcs/abcs/all/noises';
const OPENSFX = 'usr/share/games/openttd/baseset/opensfx';

/** The recordings that are measured. None of them is part of this repository: the long mode fetches the packages. */
export const PACKAGES: readonly SoundPackage[] = [
  {
    name: 'scratch',
    version: '1.4.0.6~dfsg1-6.1',
    licence: 'CC-BY-SA-3.0',
    files: [
      {
        class: 'coughs and sneezes',
        folder: `${SCRATCH}/Human`,
        names: list('Cough-female.wav Cough-male.wav Sneeze-female.wav Sneeze-male.wav Slurp.mp3'),
      },
      {
        class: 'laughs and screams',
        folder: `${SCRATCH}/Human`,
        names: list(
          'Laugh-female.wav Laugh-male1.wav Laugh-male2.wav Laugh-male3.mp3 Scream-female.wav Scream-male1.wav Scream-male2.mp3',
        ),
      },
      { class: 'crying', folder: `${SCRATCH}/Human`, names: ['BabyCry.mp3'] },
      { class: 'crowd', folder: `${SCRATCH}/Human`, names: ['PartyNoise.wav'] },
      { class: 'animals', folder: `${SCRATCH}/Animal` },
      {
        class: 'street',
        folder: `${SCRATCH}/Effects`,
        names: list('BellToll.wav CarPassing.wav MotorcyclePassing.wav'),
      },
      { class: 'keyboard', folder: `${SCRATCH}/Effects`, names: ['Typing.mp3'] },
      {
        class: 'household',
        folder: `${SCRATCH}/Effects`,
        names: list('DoorClose.mp3 DoorCreak.wav Rattle.wav SewingMachine.mp3 WaterDrop.mp3 WaterRunning.mp3'),
      },
      { class: 'household', folder: `${SCRATCH}/Human`, names: list('FingerSnap.wav Footsteps-1.wav Footsteps-2.mp3') },
      { class: 'music', folder: `${SCRATCH}/Music Loops` },
    ],
  },
  {
    name: 'asterisk-core-sounds-en-wav',
    version: '1.6.1-1',
    licence: 'CC-BY-SA-3.0',
    files: [{ class: 'speech, English', folder: `${ASTERISK}/en_US_f_Allison`, minSeconds: 2.5, take: 40 }],
  },
  {
    name: 'asterisk-core-sounds-es-wav',
    version: '1.6.1-1',
    licence: 'CC-BY-SA-3.0',
    files: [{ class: 'speech, Spanish', folder: `${ASTERISK}/es_MX_f_Allison`, minSeconds: 2.5, take: 20 }],
  },
  {
    name: 'asterisk-core-sounds-fr-wav',
    version: '1.6.1-1',
    licence: 'CC-BY-SA-3.0',
    files: [{ class: 'speech, French', folder: `${ASTERISK}/fr_CA_f_June`, minSeconds: 2.5, take: 20 }],
  },
  {
    name: 'asterisk-moh-opsound-wav',
    version: '2.03-1.1',
    licence: 'CC-BY-SA-3.0',
    files: [{ class: 'music', folder: 'usr/share/asterisk/moh' }],
  },
  {
    name: 'pocketsphinx-testdata',
    version: '0.8+5prealpha+1-15',
    licence: 'BSD-2-clause',
    files: [
      { class: 'speech, English', folder: `${POCKETSPHINX}/librivox` },
      { class: 'speech, English', folder: `${POCKETSPHINX}/cards` },
    ],
  },
  {
    name: 'codec2-examples',
    version: '1.0.5-1',
    licence: 'LGPL-2.1',
    files: [
      {
        class: 'speech, English',
        folder: 'usr/share/codec2/wav',
        names: list(
          'all.wav big_dog.wav f2400.wav forig.wav hts1a.wav hts2a.wav m2400.wav morig.wav ve9qrp.wav vk5qi.wav',
        ),
      },
    ],
  },
  {
    name: 'etw-data',
    version: '3.6+svn162-6',
    licence: 'GPL-2+',
    files: [
      { class: 'crowd', folder: 'usr/share/games/etw/crowd' },
      { class: 'animals', folder: 'usr/share/games/etw/snd', names: ['dog.wav'] },
    ],
  },
  {
    name: 'openttd-opensfx',
    version: '1.0.3-2',
    licence: 'CC-BY-SA-3.0',
    // Numbers of the sounds in its container.
    files: [
      {
        class: 'street',
        folder: OPENSFX,
        names: sounds(4, 5, 8, 9, 10, 14, 15, 24, 25, 26, 27, 28, 33, 35, 61, 65, 71),
      },
      { class: 'crowd', folder: OPENSFX, names: sounds(29, 30) },
      { class: 'animals', folder: OPENSFX, names: sounds(36, 37, 38, 66, 67, 68, 72) },
      { class: 'household', folder: OPENSFX, names: sounds(20, 40) },
    ],
  },
  {
    name: 'qabcs-data',
    version: '1.0.2-6',
    licence: 'GPL-3+',
    files: [
      {
        class: 'animals',
        folder: QABCS,
        names: ogg(
          `bear bird calf cat chimpanzee cow crane crow deer dog dolphin duck eagle-owl elephant ferret flamingo foal frog goose
           guinea_fowl horse hyena jaguar koala lion lynx moose otter owl pelican pheasant pig quail rhinoceros rooster sheep
           sparrow squirrel stork tiger whale wolf yak zebra`,
        ),
      },
      { class: 'street', folder: QABCS, names: ogg('airplane bicycle excavator helicopter tractor train skateboard') },
      { class: 'keyboard', folder: QABCS, names: ogg('keyboard') },
      { class: 'household', folder: QABCS, names: ogg('camera_lens chalkboard clock watch zipper fire newspaper') },
    ],
  },
];

/** Decodes Ogg Vorbis: an npm package (MIT), fetched with the sounds. */
export const OGG_DECODER = '@wasm-audio-decoders/ogg-vorbis@0.1.20';

function list(names: string): readonly string[] {
  return names.split(/\s+/u);
}

function ogg(names: string): readonly string[] {
  return list(names).map((name) => `${name}.ogg`);
}

function sounds(...numbers: readonly number[]): readonly string[] {
  return numbers.map((number) => `opensfx-${number}.wav`);
}
