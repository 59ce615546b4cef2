import { defineConfig, type UserConfig } from 'vite';

/** The address of the server, such as that of `npm start`. */
const SERVER = process.env['ANTIPHON_URL'] ?? 'http://127.0.0.1:3000';

const config: UserConfig = defineConfig({
  optimizeDeps: { exclude: ['antiphon/client', 'antiphon/react'] },
  server: { proxy: { '/v1': { target: SERVER, ws: true, changeOrigin: false } } },
});

export default config;
