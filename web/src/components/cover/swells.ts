import { type Palette, palettes } from './palettes.js';

export const width = 320;
export const height = 180;
const steps = 8;
const layers = 5;

/** FNV-1a: the same name gives the same number in every browser. */
const seedOf = (name: string): number => {
  let hash = 0x811c9dc5;
  for (const character of name.trim().toLowerCase()) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
};

/** Mulberry32: a short, uniform sequence in [0, 1), determined by its seed. */
const sequence = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

const mix = (from: string, to: string, share: number): string => {
  const target = channels(to);
  const mixed = channels(from).map((value, at) =>
    Math.round(value + ((target[at] ?? value) - value) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};

/** One long wave from edge to edge, as a smooth closed path down to the bottom. */
const swellPath = (random: () => number, baseline: number, amplitude: number): string => {
  const [phase, second] = [random() * 6.28, random() * 6.28];
  const length = 0.9 + random() * 0.9;
  const crest = (at: number) =>
    baseline -
    amplitude * (Math.sin(phase + at * length * 6.28) * 0.72 + Math.sin(second + at * length * 11.5) * 0.28);
  const points = Array.from({ length: steps + 1 }, (_none, step) => crest(step / steps));
  const stride = width / steps;
  const curve = points.slice(1).map((y, at) => {
    const slope = ((points[at + 2] ?? y) - (points[at] ?? y)) / 4;
    return `S${round((at + 1) * stride - stride / 2)} ${round(y - slope)} ${round((at + 1) * stride)} ${round(y)}`;
  });
  return `M0 ${round(points[0] ?? baseline)}${curve.join('')}V${height}H0z`;
};

const round = (value: number) => Math.round(value);

export interface Landscape {
  readonly sky: string;
  readonly sun: { readonly x: number; readonly y: number; readonly radius: number; readonly colour: string };
  readonly swells: readonly { readonly path: string; readonly colour: string }[];
}

/** Five layered swells under a pale sun, generated from a name: the same name gives the same picture. */
export const landscapeOf = (name: string, palette: number = paletteOf(name)): Landscape => {
  const random = sequence(seedOf(name));
  const [sky, far, near, deep] = palettes[palette % palettes.length] as Palette;
  const colours = [mix(sky, far, 0.55), far, mix(far, near, 0.6), near, deep];
  const sun = {
    x: round(56 + random() * 208),
    y: round(34 + random() * 24),
    radius: round(14 + random() * 9),
    colour: mix(sky, '#ffffff', 0.62),
  };
  const swells = colours.map((colour, layer) => {
    const depth = layer / (layers - 1);
    return { colour, path: swellPath(random, 78 + depth * 80 + random() * 8, 9 + random() * 7 + depth * 4) };
  });
  return { sky, sun, swells };
};

/** The preferred palette of a name. */
const paletteOf = (name: string): number => seedOf(name) % palettes.length;

/**
 * One palette for each name of a list. A name gets its own choice, unless a neighbor (next to it, or above it
 * in a grid of up to four columns) has that one: then the next free one.
 */
export const palettesOf = (names: readonly string[]): number[] => {
  const chosen: number[] = [];
  for (const name of names) {
    const taken = chosen.slice(-4);
    let palette = paletteOf(name);
    while (taken.includes(palette)) palette = (palette + 1) % palettes.length;
    chosen.push(palette);
  }
  return chosen;
};
