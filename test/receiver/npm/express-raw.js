/** A receiver in Express whose route reads the raw body itself. */
import express from 'express';
import { receiver } from './receiver.js';

const { PORT } = process.env;
const app = express();
app.post('/hooks', express.raw({ type: '*/*', limit: '1mb' }), receiver.node);
app.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on ${PORT}`));
