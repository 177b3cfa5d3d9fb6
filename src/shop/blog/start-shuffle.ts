import { startShuffle } from './shuffle.ts'

startShuffle()
