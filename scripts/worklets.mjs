// An AudioWorklet that imports nothing can be copied by any bundler as it is: its modules are joined into one file each.
import { build } from 'vite';

const ROOM = 'dist/src/client';

for (const name of ['capture', 'playout']) {
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: ROOM,
      emptyOutDir: false,
      minify: false,
      target: 'es2022',
      lib: { entry: `src/client/${name}.worklet.ts`, formats: ['es'], fileName: () => `${name}.worklet.js` },
    },
  });
}
