/**
 * A text as a QR code, drawn as one path of an SVG, dark on light in every theme: cameras do not
 * read it the other way round. Its library comes in a chunk of its own; until then nothing shows.
 */
import { useEffect, useState } from 'react';

export interface QrCodeProps {
  readonly text: string;
  /** What it is, for screen readers; the text itself stands beside it. */
  readonly label: string;
}

interface Drawn {
  readonly size: number;
  readonly path: string;
}

export function QrCode({ text, label }: QrCodeProps) {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    let isHere = true;
    import('uqr').then(
      ({ encode }) => {
        const { data, size } = encode(text, { ecc: 'M', border: 2 });
        if (isHere) setDrawn({ size, path: pathOf(data) });
      },
      // The text can be typed.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [text]);
  if (drawn === null) return null;
  const { size, path } = drawn;
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
}
