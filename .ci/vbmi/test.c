// Runs every instruction that vbmi.c emulates, as the assembler encodes it, in three widths and six forms of operands, with random
// registers, and compares the result with a bit-by-bit computation. Build with -mavx512f, run with LD_PRELOAD=vbmi.so.

#include <stdint.h>
#include <stdio.h>
#include <string.h>

// The assembler code below uses these offsets: 0 the destination, 64 and 128 the operands, 192 the mask, 256 the result.
static struct { uint8_t old[64], a[64], c[64], mask[64], result[64]; } state __attribute__((aligned(64)));
static uint8_t third[64] __attribute__((aligned(64), used));
static int failures, checks;

enum { PLAIN = 0, MASKED = 1, ZEROED = 2, BROADCAST = 4, TO_MASK = 8, IMMEDIATE = 11 };

static int bit(const uint8_t *bytes, int index) { return bytes[index / 8] >> (index % 8) & 1; }

static void put(uint8_t *bytes, int index, int value) { bytes[index / 8] = (bytes[index / 8] & ~(1 << (index % 8))) | value << (index % 8); }

static int number(const uint8_t *bytes, int from, int bits)
{
    int value = 0;
    for (int i = 0; i < bits; i++)
        value |= bit(bytes, from + i) << i;
    return value;
}

// Computes element i of the unmasked result, which starts at bit `at` of the result.
static void compute(const char *name, int size, int length, int i, const uint8_t *c, uint8_t *result)
{
    const int bits = 8 * size, at = i * bits;
    const uint8_t *old = state.old, *a = state.a;
    if (!strncmp(name, "vperm", 5))
    {
        const uint8_t *first = name[5] == 't' ? old : name[5] == 'i' ? a : c, *index = name[5] == 'i' ? old : a;
        const int two = name[5] == 't' || name[5] == 'i', j = index[i] % (two ? 2 * length : length);
        result[i] = j < length ? first[j] : c[j - length];
    }
    else if (!strncmp(name, "vpmultishift", 12))
        for (int j = 0; j < 64; j++)
            put(result, at + j, bit(c, at + (number(a, at + j / 8 * 8, 6) + j % 8) % 64));
    else if (!strncmp(name, "vpshld", 6) || !strncmp(name, "vpshrd", 6))
    {
        // 2 * bits bits: the shifted operand and the operand that is shifted in
        const int variable = name[6] == 'v', left = name[4] == 'l';
        const uint8_t *mover = variable ? old : a, *filler = variable ? a : c;
        const int by = (variable ? number(c, at, 8) : IMMEDIATE) % bits;
        for (int j = 0; j < bits; j++)
        {
            const int from = left ? j - by : j + by;
            put(result, at + j, from < 0 ? bit(filler, at + bits + from) : from < bits ? bit(mover, at + from) : bit(filler, at + from - bits));
        }
    }
    else if (!strncmp(name, "vpopcnt", 7))
    {
        int sum = 0;
        for (int j = 0; j < bits; j++)
            sum += bit(c, at + j);
        memset(result + i * size, 0, size);
        result[i * size] = sum;
    }
    else if (!strncmp(name, "vpshufbitqmb", 12))
        put(result, i, bit(a, i / 8 * 64 + number(c, 8 * i, 6)));
    else                                                        // vpmadd52: bit by bit
    {
        uint8_t product[13] = { 0 };
        for (int j = 0; j < 52; j++)
            for (int k = 0, carry = 0; bit(a, at + j) && j + k < 104; k++)
            {
                const int sum = bit(product, j + k) + (k < 52 ? bit(c, at + k) : 0) + carry;
                put(product, j + k, sum & 1);
                carry = sum >> 1;
            }
        for (int j = 0, carry = 0; j < 64; j++)
        {
            const int sum = bit(old, at + j) + (j < 52 ? bit(product, j + (name[8] == 'h' ? 52 : 0)) : 0) + carry;
            put(result, at + j, sum & 1);
            carry = sum >> 1;
        }
    }
}

static void check(const char *text, const char *name, int size, int length, int form)
{
    uint8_t expected[64] = { 0 }, c[64];
    const int count = length / size, compress = !strncmp(name, "vpcompress", 10), expand = !strncmp(name, "vpexpand", 8);
    memcpy(c, state.c, 64);
    for (int i = size; i < 64 && form & BROADCAST; i++)
        c[i] = c[i - size];
    int next = 0;
    for (int i = 0; i < count; i++)
    {
        const int set = !(form & (MASKED | ZEROED)) || bit(state.mask, i);
        if (compress && set)
            memcpy(expected + size * next++, state.a + size * i, size);
        else if (expand && set)
            memcpy(expected + size * i, c + size * next++, size);
        else if (!compress && set)
            compute(name, size, length, i, c, expected);
        else if (!compress && !(form & (ZEROED | TO_MASK)))
            memcpy(expected + size * i, state.old + size * i, size);
    }
    if (compress && !(form & ZEROED))
        memcpy(expected + size * next, state.old + size * next, length - size * next);
    checks++;
    if (memcmp(expected, state.result, 64))
        failures += printf("wrong: %s\n", text) > 0;
}

#define LOAD "vmovdqu64 (%0),%%zmm1\nvmovdqu64 64(%0),%%zmm2\nvmovdqu64 128(%0),%%zmm3\nkmovq 192(%0),%%k1\n" \
    "vmovdqa64 %%zmm1,%%zmm17\nvmovdqa64 %%zmm2,%%zmm28\nvmovdqa64 %%zmm3,%%zmm11\nvmovdqa64 %%zmm1,%%zmm9\nvpxord %%zmm0,%%zmm0,%%zmm0\n" \
    "vmovdqu64 %%zmm0,256(%0)\n"
#define CLOBBERED "zmm0", "zmm1", "zmm2", "zmm3", "zmm9", "zmm11", "zmm17", "zmm28", "k1", "k2", "memory"
#define RUN(name, size, length, form, text, keep) do { \
    __asm__ volatile(LOAD text "\n" keep : : "r"(&state), "r"(16L) : CLOBBERED); check(text, name, size, length, form); } while (0)
#define K "%{%%k1%}"
#define Z "%{%%k1%}%{z%}"
#define TO1 "vmovdqu64 %%zmm1,256(%0)"
#define TO17 "vmovdqu64 %%zmm17,256(%0)"

// An instruction with three operands. `pre` is the immediate operand, or empty.
#define THREE(name, pre, size, length, r) \
    RUN(name, size, length, PLAIN, name " " pre "%%" r "3,%%" r "2,%%" r "1", TO1); \
    RUN(name, size, length, ZEROED, name " " pre "%%" r "11,%%" r "28,%%" r "17" Z, TO17); \
    RUN(name, size, length, MASKED, name " " pre "128(%0),%%" r "28,%%" r "1" K, TO1); \
    RUN(name, size, length, ZEROED, name " " pre "64(%0,%1,4),%%" r "2,%%" r "17" Z, TO17); \
    RUN(name, size, length, PLAIN, name " " pre "third(%%rip),%%" r "2,%%" r "17", TO17)
#define SPREAD(name, pre, size, length, r, to) \
    THREE(name, pre, size, length, r); \
    RUN(name, size, length, MASKED | BROADCAST, name " " pre "128(%0)%{1to" to "%},%%" r "2,%%" r "17" K, TO17)
#define TWO(name, size, length, r) \
    RUN(name, size, length, PLAIN, name " %%" r "3,%%" r "1", TO1); \
    RUN(name, size, length, ZEROED, name " %%" r "11,%%" r "17" Z, TO17); \
    RUN(name, size, length, MASKED, name " 128(%0),%%" r "17" K, TO17); \
    RUN(name, size, length, MASKED, name " third(%%rip),%%" r "1" K, TO1)
#define PACK(name, size, length, r) \
    RUN(name, size, length, PLAIN, name " %%" r "2,%%" r "1", TO1); \
    RUN(name, size, length, ZEROED, name " %%" r "28,%%" r "17" Z, TO17); \
    RUN(name, size, length, MASKED, name " %%" r "2,%%" r "17" K, TO17); \
    RUN(name, size, length, MASKED, "vmovdqu64 %%" r "1,256(%0)\n" name " %%" r "28,256(%0)" K, ""); \
    RUN(name, size, length, MASKED, "vmovdqu64 %%" r "1,256(%0)\n" name " %%" r "2,192(%0,%1,4)" K, "")
#define BITS(name, length, r) \
    RUN(name, 1, length, PLAIN | TO_MASK, name " %%" r "3,%%" r "2,%%k2", "kmovq %%k2,256(%0)"); \
    RUN(name, 1, length, MASKED | TO_MASK, name " 128(%0),%%" r "28,%%k2" K, "kmovq %%k2,256(%0)")
#define WIDTHS(macro, name, ...) macro(name, __VA_ARGS__, 16, "xmm"); macro(name, __VA_ARGS__, 32, "ymm"); macro(name, __VA_ARGS__, 64, "zmm")
#define WIDTHS_D(name, pre) SPREAD(name, pre, 4, 16, "xmm", "4"); SPREAD(name, pre, 4, 32, "ymm", "8"); SPREAD(name, pre, 4, 64, "zmm", "16")
#define WIDTHS_Q(name, pre) SPREAD(name, pre, 8, 16, "xmm", "2"); SPREAD(name, pre, 8, 32, "ymm", "4"); SPREAD(name, pre, 8, 64, "zmm", "8")

int main(void)
{
    uint64_t random = 0x9E3779B97F4A7C15;
    for (int round = 0; round < 100; round++)
    {
        for (unsigned i = 0; i < sizeof state; i++)
        {
            random ^= random << 13, random ^= random >> 7, random ^= random << 17;
            ((uint8_t *)&state)[i] = random >> 32;
        }
        memset(state.mask, round % 10 == 0 ? 0 : round % 10 == 1 ? 255 : state.mask[0], round % 10 < 2 ? 8 : 1);
        memcpy(third, state.c, 64);
        WIDTHS(THREE, "vpermb", "", 1);
        WIDTHS(THREE, "vpermi2b", "", 1);
        WIDTHS(THREE, "vpermt2b", "", 1);
        WIDTHS_Q("vpmultishiftqb", "");
        WIDTHS(PACK, "vpcompressb", 1);
        WIDTHS(PACK, "vpcompressw", 2);
        WIDTHS(TWO, "vpexpandb", 1);
        WIDTHS(TWO, "vpexpandw", 2);
        WIDTHS(THREE, "vpshldvw", "", 2);
        WIDTHS_D("vpshldvd", "");
        WIDTHS_Q("vpshldvq", "");
        WIDTHS(THREE, "vpshrdvw", "", 2);
        WIDTHS_D("vpshrdvd", "");
        WIDTHS_Q("vpshrdvq", "");
        WIDTHS(THREE, "vpshldw", "$11,", 2);
        WIDTHS_D("vpshldd", "$11,");
        WIDTHS_Q("vpshldq", "$11,");
        WIDTHS(THREE, "vpshrdw", "$11,", 2);
        WIDTHS_D("vpshrdd", "$11,");
        WIDTHS_Q("vpshrdq", "$11,");
        WIDTHS(TWO, "vpopcntb", 1);
        WIDTHS(TWO, "vpopcntw", 2);
        WIDTHS(TWO, "vpopcntd", 4);
        WIDTHS(TWO, "vpopcntq", 8);
        BITS("vpshufbitqmb", 16, "xmm");
        BITS("vpshufbitqmb", 32, "ymm");
        BITS("vpshufbitqmb", 64, "zmm");
        WIDTHS_Q("vpmadd52luq", "");
        WIDTHS_Q("vpmadd52huq", "");
    }
    printf("%d checks, %d wrong\n", checks, failures);
    return failures != 0;
}
