import { defineConfig } from 'vite';

export default defineConfig({
  optimizeDeps: { exclude: ['antiphon/client', 'antiphon/react'] },
  server: {
    proxy: {
      '/v1': { target: 'http://127.0.0.1:3000', ws: true, changeOrigin: false },
      '/engines': 'http://127.0.0.1:3000',
    },
  },
});
