/**
 * The size of an element in whole pixels, before the first paint and whenever it changes.
 * Measured once before the first paint and then by an observer; never on scroll.
 */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function useSize(): readonly [RefObject<HTMLElement | null>, Size] {
  const element = useRef<HTMLElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = (): void => {
      const next = { width: current.clientWidth, height: current.clientHeight };
      setSize((before) =>
        before.width === next.width && before.height === next.height ? before : next,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
