/** Pictures of the bench: which figures make which curves, and that they are drawn as SVG. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { svgOfBars } from '../../../bench/curve/bars.ts';
import { neighboursOf, PICTURES, pictureOf } from '../../../bench/curve/pictures.ts';
import { svgOf } from '../../../bench/curve/svg.ts';
import { type Figure, Figures } from '../../../bench/record.ts';

function planned(file: string) {
  const found = PICTURES.find((each) => each.file === file);
  assert.ok(found);
  return found;
}

function figuresOf(mode: string, name: string, values: ReadonlyMap<number, number>): Figure[] {
  const figures = new Figures();
  for (const [at, value] of values) figures.of(mode)(name, 'duration', value, at);
  return [...figures.list()];
}

const SINGLE = {
  mode: 'load',
  name: 'report to 202, p50',
  values: new Map([
    [0.5, 4],
    [0.1, 2],
  ]),
};

test('a curve is the medians of one name by their places', () => {
  const figures = [
    ...figuresOf(SINGLE.mode, SINGLE.name, SINGLE.values),
    ...figuresOf('path', SINGLE.name, new Map([[0.2, 9]])),
  ];
  assert.deepEqual(pictureOf(planned('load-latency.svg'), figures)?.curves, [
    {
      name: 'p50',
      points: [
        { x: 0.5, y: 4 },
        { x: 0.1, y: 2 },
      ],
    },
  ]);
});

test('a logarithmic picture leaves out the empty store, and what is no number', () => {
  const values = new Map([
    [0, 100],
    [1_000, 200],
    [10_000, Number.NaN],
  ]);
  const figures = figuresOf('backlog', 'ready, usual heap', values);
  assert.deepEqual(pictureOf(planned('backlog-start.svg'), figures)?.curves, [
    { name: 'usual heap', points: [{ x: 1_000, y: 200 }] },
  ]);
});

test('without figures there is no picture', () => {
  assert.equal(pictureOf(planned('history.svg'), []), null);
});

test('every file of a picture has its own name', () => {
  assert.equal(new Set(PICTURES.map(({ file }) => file)).size, PICTURES.length);
});

test('a picture draws each curve from left to right, with colours for light and dark', () => {
  const svg = svgOf({
    title: 'a < b & c',
    xTitle: 'x',
    yTitle: 'y',
    xLogarithmic: false,
    curves: [
      {
        name: 'one',
        points: [
          { x: 10, y: 10 },
          { x: 0, y: 0 },
        ],
      },
    ],
  });
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox=/);
  assert.match(svg, /<title>a &lt; b &amp; c<\/title>/);
  assert.match(svg, /<polyline class="c0" points="70,340 680,70"\/>/);
  assert.match(svg, /@media\(prefers-color-scheme:dark\)/);
});

test('a picture without a point, or with more curves than colours, is refused', () => {
  const picture = { title: 't', xTitle: 'x', yTitle: 'y', xLogarithmic: false };
  const one = { name: 'one', points: [{ x: 1, y: 1 }] };
  assert.throws(() => svgOf({ ...picture, curves: [] }), /no point for "t"/);
  assert.throws(() => svgOf({ ...picture, curves: Array(5).fill(one) }), /at most 4 curves/);
});

test('bars show a healthy endpoint beside others, of what it does alone', () => {
  const figures = new Figures();
  const add = figures.of('neighbours');
  add('alone', 'rate', 9_000);
  add('dead, throughput of alone', 'share', 0.97);
  add('dead, p99 of alone', 'slowdown', 1.1);
  const bars = neighboursOf([...figures.list()]);
  assert.deepEqual(bars?.groups, [
    { name: 'alone', values: [1, 1] },
    { name: 'beside dead', values: [0.97, 1.1] },
  ]);
  const svg = svgOfBars(bars);
  assert.equal(svg.match(/<rect class="c[01]"/g)?.length, 4);
  assert.match(svg, /<text [^>]*>beside dead<\/text>/);
  assert.equal(neighboursOf([]), null);
});
