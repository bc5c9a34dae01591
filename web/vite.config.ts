import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.js';
import { preloadFonts } from './build/preload-fonts.js';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFonts(), precompress()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    // light-dark() and CSS nesting as written: every browser since the middle of 2024 knows them.
    target: ['chrome123', 'safari17.5', 'firefox125'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: { proxy: { '/api': 'http://localhost:8000', '/user': 'http://localhost:8000' } },
});
