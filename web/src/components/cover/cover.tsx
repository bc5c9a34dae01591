import styles from './cover.module.css';
import { height, landscapeOf, width } from './swells.js';

interface CoverProps {
  name: string;
  imageUrl: string | null;
  /** Index of a palette, when it depends on neighbors. */
  palette?: number | undefined;
}

/** A trend's picture: its own, or a landscape drawn from its name. Decorative: the name is next to it. */
export const Cover = ({ name, imageUrl, palette }: CoverProps) => {
  if (imageUrl) return <img className={styles.cover} src={imageUrl} alt="" loading="lazy" decoding="async" />;
  const { sky, sun, swells } = landscapeOf(name, palette);
  return (
    <svg
      className={styles.cover}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path fill={sky} d={`M0 0H${width}V${height}H0z`} />
      <circle cx={sun.x} cy={sun.y} r={sun.radius} fill={sun.colour} />
      {swells.map(({ path, colour }) => (
        <path key={colour} fill={colour} d={path} />
      ))}
    </svg>
  );
};
