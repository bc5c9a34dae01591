/** Four colors from the sky down to the nearest swell; the layers between are mixed from them. */
export type Palette = readonly [sky: string, far: string, near: string, deep: string];

export const palettes: readonly Palette[] = [
  ['#f6e2c2', '#eda56f', '#b3492f', '#4f1b26'],
  ['#e9dcb4', '#7fbcab', '#0f766e', '#0c3644'],
  ['#f4d8c2', '#9db5dc', '#4a58a6', '#262852'],
  ['#f8e9cc', '#94cbcd', '#2f80a8', '#113856'],
  ['#f3ead1', '#b7c58a', '#5d7c3c', '#24391f'],
  ['#f7dfd8', '#df9aa0', '#9a3f62', '#3f1837'],
  ['#e8e9e4', '#a5b6bf', '#55707f', '#1b2d38'],
  ['#fbeabf', '#e9b44c', '#a8681b', '#43260f'],
  ['#dcefe6', '#6cc7b7', '#17808a', '#0b3a4a'],
  ['#efe3f0', '#bda4d6', '#6a4b9c', '#2a1d4d'],
  ['#fde3cd', '#f2997f', '#c2456b', '#4a1a45'],
  ['#e6ecd9', '#8fb8a0', '#3d7a78', '#1c3a4b'],
];
