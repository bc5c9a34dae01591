import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { entrySize } from './build/entry-size.js';
import { legalText } from './build/legal-text.js';
import { precompress } from './build/precompress.js';
import { preloadFonts } from './build/preload-fonts.js';

/** Version encoding of lightningcss. */
const version = (major: number, minor = 0) => (major << 16) | (minor << 8);
/** Keeps light-dark() as written: every browser since mid-2024 supports it. */
const targets = { chrome: version(123), safari: version(17, 5), firefox: version(125) };

/** Address of `npm start`, which provides data during development of the app. */
const instance = 'http://localhost:8000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), legalText(), preloadFonts(), entrySize(), precompress()],
  // Its CSS modules support `composes` without the other transformer's warnings.
  css: { transformer: 'lightningcss', lightningcss: { targets } },
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: ['chrome123', 'safari17.5', 'firefox125'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: { proxy: Object.fromEntries(['/api', '/user', '/uploads'].map((path) => [path, instance])) },
});
