// The steps of the build. They are independent of each other and run at the same time.
const SOURCES = ['src', 'operators', 'providers', 'examples', 'package.json'];

/** `commands` run one after the other; `inputs` are files and folders. */
export const STEPS = [
  {
    name: 'modules',
    commands: [['scripts/bundle.mjs'], ['scripts/executable.mjs']],
    inputs: [
      ...SOURCES,
      ...['bundle', 'bundled', 'functions', 'pull-libraries', 'executable'].map((script) => `scripts/${script}.mjs`),
    ],
  },
  {
    name: 'voice activity detection',
    commands: [['scripts/kernel.mjs']],
    inputs: ['kernels', 'scripts/kernel.mjs', 'scripts/silero'],
  },
  { name: 'page', commands: [['scripts/page-assets.mjs']], inputs: ['src/page', 'scripts/page-assets.mjs'] },
  {
    name: 'page of Studio',
    commands: [['scripts/studio-page.mjs']],
    inputs: [
      'src/studio',
      'src/draw',
      'src/core',
      'package-lock.json',
      'scripts/studio-page.mjs',
      'scripts/bundled.mjs',
    ],
  },
  {
    name: 'declarations',
    commands: ['tsconfig.build.json', 'tsconfig.dom.build.json'].map((project) => [
      'node_modules/typescript/bin/tsc',
      '-p',
      project,
    ]),
    inputs: [...SOURCES, ...['', '.build', '.dom', '.dom.build'].map((kind) => `tsconfig${kind}.json`)],
  },
];

/** The steps that a program needs to run. */
export const RUNNABLE = STEPS.filter(({ name }) => name !== 'declarations');
