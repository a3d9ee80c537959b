// Emulates AVX-512 VBMI, VBMI2, BITALG, VPOPCNTDQ and IFMA instructions on Linux processors that have AVX-512 F, BW, DQ and VL but not
// these instructions. A library for LD_PRELOAD. CPUID faults (arch_prctl(2), ARCH_SET_CPUID), and this library returns the result, with
// the instruction sets added and the model of an Ice Lake server, because .NET prefers 256 bits on older models. An instruction that the
// processor does not support raises SIGILL. It is decoded, and its result is written to the registers of the signal frame. A signal takes
// some microseconds, so the instruction, at least six bytes, is then replaced with a jump to code that saves the registers and calls the
// emulating function. Other signals of the handled kinds are passed to the handlers of the program, which sigaction below stores.
// The instructions are implemented according to the operation sections of the Intel 64 and IA-32 Architectures Software Developer's
// Manual, volume 2.
//
// If VBMI_COUNT=1 is set in the environment, the number of emulated instructions is printed to standard error when the process exits.

#define _GNU_SOURCE
#include <asm/prctl.h>
#include <cpuid.h>
#include <dlfcn.h>
#include <linux/membarrier.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

typedef union { uint8_t b[64]; uint16_t w[32]; uint32_t d[16]; uint64_t q[8]; } Vector;

typedef enum { PERM, PERM_I2, PERM_T2, MULTISHIFT, COMPRESS, EXPAND, SHLDV, SHRDV, SHLD, SHRD, POPCNT, SHUFBIT, MADD_LOW, MADD_HIGH } Operation;

// An instruction by opcode map (2: 0F38, 3: 0F3A), opcode and W. `size` is the size of the elements that a mask bit represents.
static const struct Instruction { uint8_t map, opcode, w, size; Operation operation; } instructions[] =
{
    { 2, 0x8D, 0, 1, PERM }, { 2, 0x75, 0, 1, PERM_I2 }, { 2, 0x7D, 0, 1, PERM_T2 }, { 2, 0x83, 1, 8, MULTISHIFT },
    { 2, 0x63, 0, 1, COMPRESS }, { 2, 0x63, 1, 2, COMPRESS }, { 2, 0x62, 0, 1, EXPAND }, { 2, 0x62, 1, 2, EXPAND },
    { 2, 0x70, 1, 2, SHLDV }, { 2, 0x71, 0, 4, SHLDV }, { 2, 0x71, 1, 8, SHLDV },
    { 2, 0x72, 1, 2, SHRDV }, { 2, 0x73, 0, 4, SHRDV }, { 2, 0x73, 1, 8, SHRDV },
    { 3, 0x70, 1, 2, SHLD }, { 3, 0x71, 0, 4, SHLD }, { 3, 0x71, 1, 8, SHLD },
    { 3, 0x72, 1, 2, SHRD }, { 3, 0x73, 0, 4, SHRD }, { 3, 0x73, 1, 8, SHRD },
    { 2, 0x54, 0, 1, POPCNT }, { 2, 0x54, 1, 2, POPCNT }, { 2, 0x55, 0, 4, POPCNT }, { 2, 0x55, 1, 8, POPCNT },
    { 2, 0x8F, 0, 1, SHUFBIT }, { 2, 0xB4, 1, 8, MADD_LOW }, { 2, 0xB5, 1, 8, MADD_HIGH },
};

enum { SSE = 1, AVX = 2, OPMASK = 5, ZMM_HIGH = 6, ZMM_16 = 7, XSTATE_BV = 512, XMM = 160, SW_XFEATURES = 472,
    JUMP = 0xE9, PREFIX = 0x2E, BREAKPOINT = 0xCC,
    NEEDED = 1 << SSE | 1 << AVX | 1 << OPMASK | 1 << ZMM_HIGH | 1 << ZMM_16 };
static uint32_t component[8], component_size[8];                // the offset of a part of the state in the XSAVE area: CPUID, leaf 13
static int (*real_sigaction)(int, const struct sigaction *, struct sigaction *);
static struct sigaction program[3];                             // the program's handlers of SIGILL, SIGTRAP and SIGSEGV
static pid_t owner;                                             // a child of vfork must not change the handlers of its parent
static int active;
static uint64_t emulated;

static struct sigaction *program_action(int signal)
{
    return &program[signal == SIGSEGV ? 2 : signal == SIGTRAP];
}

static void load(const uint8_t *area, int number, Vector *value)
{
    if (number >= 16)
    {
        memcpy(value, area + component[ZMM_16] + 64 * (number - 16), 64);
        return;
    }
    memcpy(value->b, area + XMM + 16 * number, 16);
    memcpy(value->b + 16, area + component[AVX] + 16 * number, 16);
    memcpy(value->b + 32, area + component[ZMM_HIGH] + 32 * number, 32);
}

static void store(uint8_t *area, int number, const Vector *value)
{
    if (number >= 16)
    {
        memcpy(area + component[ZMM_16] + 64 * (number - 16), value, 64);
        return;
    }
    memcpy(area + XMM + 16 * number, value->b, 16);
    memcpy(area + component[AVX] + 16 * number, value->b + 16, 16);
    memcpy(area + component[ZMM_HIGH] + 32 * number, value->b + 32, 32);
}

// Parts of the state in their initial configuration may not have been saved. They are zero, and must be marked as present when written.
static void complete(uint8_t *area)
{
    uint64_t present;
    memcpy(&present, area + XSTATE_BV, 8);
    if ((present & NEEDED) == NEEDED)
        return;
    if ((present & 1 << SSE) == 0)
        memset(area + XMM, 0, 256);
    for (int part = AVX; part <= ZMM_16; part++)
        if ((NEEDED & ~present) >> part & 1)
            memset(area + component[part], 0, component_size[part]);
    present |= NEEDED;
    memcpy(area + XSTATE_BV, &present, 8);
}

static inline __attribute__((always_inline)) uint64_t element(const Vector *value, int size, int index)
{
    return size == 1 ? value->b[index] : size == 2 ? value->w[index] : size == 4 ? value->d[index] : value->q[index];
}

static inline __attribute__((always_inline)) void set_element(Vector *value, int size, int index, uint64_t bits)
{
    if (size == 1) value->b[index] = bits;
    else if (size == 2) value->w[index] = bits;
    else if (size == 4) value->d[index] = bits;
    else value->q[index] = bits;
}

// Returns the upper half of high:low shifted left, in elements of a number of bits.
static uint64_t shift_left(uint64_t high, uint64_t low, unsigned count, unsigned bits)
{
    count &= bits - 1;
    return count == 0 ? high : high << count | low >> (bits - count);
}

// Returns the lower half of high:low shifted right.
static uint64_t shift_right(uint64_t high, uint64_t low, unsigned count, unsigned bits)
{
    count &= bits - 1;
    return count == 0 ? low : low >> count | high << (bits - count);
}

// Computes an element of the result. a is the second operand, c the third operand, and old the previous value of the destination.
static inline __attribute__((always_inline)) uint64_t compute(
    Operation operation, int size, int length, int i, const Vector *old, const Vector *a, const Vector *c, uint8_t immediate)
{
    const unsigned bits = 8 * size;
    const uint64_t x = element(a, size, i), y = element(c, size, i), z = element(old, size, i);
    uint64_t result = 0;
    switch (operation)
    {
        case PERM: return c->b[x & (length - 1)];
        case PERM_I2: return (z & length ? c : a)->b[z & (length - 1)];
        case PERM_T2: return (x & length ? c : old)->b[x & (length - 1)];
        case MULTISHIFT:
            for (int j = 0; j < 64; j += 8)
                result |= (shift_right(y, y, x >> j, 64) & 0xFF) << j;
            return result;
        case SHLDV: return shift_left(z, x, y, bits);
        case SHRDV: return shift_right(x, z, y, bits);
        case SHLD: return shift_left(x, y, immediate, bits);
        case SHRD: return shift_right(y, x, immediate, bits);
        case POPCNT: return __builtin_popcountll(y);
        case SHUFBIT: return a->q[i / 8] >> (y & 63) & 1;
        case MADD_LOW:
        case MADD_HIGH:
        {
            const uint64_t low52 = (1ull << 52) - 1;
            const unsigned __int128 product = (unsigned __int128)(x & low52) * (y & low52);
            return z + (operation == MADD_LOW ? (uint64_t)product & low52 : (uint64_t)(product >> 52));
        }
        default: return 0;
    }
}

// Computes all elements. Elements whose mask bit is not set become zero or stay unchanged. Returns the mask of nonzero elements, for SHUFBIT.
static inline __attribute__((always_inline)) uint64_t compute_all(Operation operation, int size, int length, uint64_t mask, int zeroing,
    const Vector *old, const Vector *a, const Vector *c, uint8_t immediate, Vector *result)
{
    uint64_t bits = 0;
    for (int i = 0, next = 0; i < length / size; i++)
    {
        uint64_t value = zeroing ? 0 : element(old, size, i);
        if (mask >> i & 1)
        {
            value = operation == EXPAND ? element(c, size, next++) : compute(operation, size, length, i, old, a, c, immediate);
            bits |= (uint64_t)(value != 0) << i;
        }
        set_element(result, size, i, value);
    }
    return bits;
}

static const int general[16] = { REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
    REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15 };

// Emulates the instruction at RIP and returns its length, or changes nothing and returns 0.
static int emulate(const uint8_t *code, const greg_t *registers, uint8_t *area)
{
    const uint8_t *const start = code;
    if (code[0] != 0x62)
        return 0;

    // 62; R X B R' 0 map; W vvvv 1 pp; z L'L b V' aaa; opcode; ModRM. Bits of register numbers are inverted.
    const uint8_t p0 = code[1], p1 = code[2], p2 = code[3], opcode = code[4], modrm = code[5];
    const uint8_t map = p0 & 7, w = p1 >> 7, mask_number = p2 & 7, zeroing = p2 >> 7, broadcast = p2 >> 4 & 1;
    const struct Instruction *instruction = 0;
    for (unsigned i = 0; i < sizeof instructions / sizeof *instructions; i++)
        if (instructions[i].map == map && instructions[i].opcode == opcode && instructions[i].w == w)
            instruction = &instructions[i];
    if (!instruction || (p0 & 8) || (p1 & 7) != 5 || (p2 >> 5 & 3) == 3)
        return 0;
    const Operation operation = instruction->operation;
    const int size = instruction->size, length = 16 << (p2 >> 5 & 3), count = length / size;
    const int reg = (modrm >> 3 & 7) | (~p0 >> 4 & 8) | (~p0 & 16);
    const int second = (~p1 >> 3 & 15) | (~p2 << 1 & 16);
    const int packs = operation == COMPRESS || operation == EXPAND, memory = modrm >> 6 != 3;
    if (broadcast && (!memory || packs || size < 4))
        return 0;

    uint8_t *address = 0;
    code += 6;
    if (memory)
    {
        const int mod = modrm >> 6, high = ~p0 >> 2 & 8;
        int base = modrm & 7;
        uint64_t sum = 0;
        int relative = 0;
        if (base == 4)
        {
            const uint8_t sib = *code++;
            const int index = (sib >> 3 & 7) | (~p0 >> 3 & 8);
            base = sib & 7;
            if (index != 4)
                sum += (uint64_t)registers[general[index]] << (sib >> 6);
            if (base != 5 || mod != 0)
                sum += registers[general[base | high]];
        }
        else if (base == 5 && mod == 0)
            relative = 1;
        else
            sum += registers[general[base | high]];
        int32_t displacement = 0;
        if (mod == 1)
            displacement = (int8_t)*code++ * (packs || broadcast ? size : length);
        else if (mod == 2 || base == 5)
        {
            memcpy(&displacement, code, 4);
            code += 4;
        }
        sum += displacement;
        if (relative)
            sum += registers[REG_RIP] + (code - start) + (map == 3);
        address = (uint8_t *)sum;
    }
    const uint8_t immediate = map == 3 ? *code++ : 0;

    complete(area);
    uint64_t mask = ~0ull;
    if (mask_number)
        memcpy(&mask, area + component[OPMASK] + 8 * mask_number, 8);

    // Elements of a third operand in memory are read if their mask bit is set. Permutations read the whole operand.
    const int third = (modrm & 7) | (~p0 >> 2 & 8) | (~p0 >> 2 & 16), all = size == 1 && operation <= PERM_T2;
    Vector a, c = { 0 }, old, result = { 0 };
    load(area, reg, &old);
    load(area, second, &a);
    if (!memory)
        load(area, third, &c);
    else if (operation != COMPRESS)
        for (int i = 0, next = 0; i < count; i++)
            if (all || (mask >> i & 1))
            {
                const int to = operation == EXPAND ? next++ : i;
                memcpy(c.b + to * size, address + (broadcast ? 0 : to * size), size);
            }

    if (operation == COMPRESS)
    {
        int next = 0;
        for (int i = 0; i < count; i++)
            if (mask >> i & 1)
                set_element(&result, size, next++, element(&old, size, i));
        if (memory)
            memcpy(address, result.b, next * size);
        else
        {
            for (; next < count && !zeroing; next++)
                set_element(&result, size, next, element(&c, size, next));
            store(area, third, &result);
        }
    }
    else
    {
        // The sizes of frequent instructions are compile-time constants.
        uint64_t bits = 0;
        if (operation == PERM)
            compute_all(PERM, 1, length, mask, zeroing, &old, &a, &c, 0, &result);
        else if (operation == PERM_T2)
            compute_all(PERM_T2, 1, length, mask, zeroing, &old, &a, &c, 0, &result);
        else if (operation == PERM_I2)
            compute_all(PERM_I2, 1, length, mask, zeroing, &old, &a, &c, 0, &result);
        else
            bits = compute_all(operation, size, length, mask, zeroing, &old, &a, &c, immediate, &result);
        if (operation == SHUFBIT)
            memcpy(area + component[OPMASK] + 8 * (reg & 7), &bits, 8);
        else
            store(area, reg, &result);
    }
    return code - start;
}

// A replaced instruction. `enter` is the first field, because the code calls it.
typedef struct { void (*enter)(void); uint64_t address; uint8_t original[16], code[40]; } Site;

enum { ARENA = 1 << 18 };
static struct { Site *next, *end; } arenas[16];
static int arena_lock;
static uint8_t *replaced;                                       // the address of the last jump, which may still be incomplete
uint64_t vbmi_state_size;

__attribute__((used)) void vbmi_emulate(greg_t *registers, uint8_t *area, const Site *site)
{
    registers[REG_RIP] = site->address;
    emulate(site->original, registers, area);
    __atomic_fetch_add(&emulated, 1, __ATOMIC_RELAXED);
}

// Called with the site in RAX. The previous value of RAX is above the return address, followed by 128 bytes that are not changed. The
// registers have the layout of a ucontext_t, and the state has the layout of XSAVE.
void vbmi_enter(void);
__asm__(
    ".text\n.globl vbmi_enter\n.hidden vbmi_enter, vbmi_emulate, vbmi_state_size\nvbmi_enter:\n"
    "pushfq\ncld\nlea -144(%rsp), %rsp\n"
    "mov %r8, (%rsp)\nmov %r9, 8(%rsp)\nmov %r10, 16(%rsp)\nmov %r11, 24(%rsp)\nmov %r12, 32(%rsp)\nmov %r13, 40(%rsp)\n"
    "mov %r14, 48(%rsp)\nmov %r15, 56(%rsp)\nmov %rdi, 64(%rsp)\nmov %rsi, 72(%rsp)\nmov %rbp, 80(%rsp)\nmov %rbx, 88(%rsp)\n"
    "mov %rdx, 96(%rsp)\nmov %rcx, 112(%rsp)\nmov 160(%rsp), %rcx\nmov %rcx, 104(%rsp)\nlea 296(%rsp), %rcx\nmov %rcx, 120(%rsp)\n"
    "mov %rsp, %rbx\nmov %rax, %r12\nand $-64, %rsp\nsub vbmi_state_size(%rip), %rsp\nxor %edx, %edx\n"
    "mov %rdx, 512(%rsp)\nmov %rdx, 520(%rsp)\nmov %rdx, 528(%rsp)\nmov %rdx, 536(%rsp)\nmov %rdx, 544(%rsp)\n"
    "mov %rdx, 552(%rsp)\nmov %rdx, 560(%rsp)\nmov %rdx, 568(%rsp)\n"
    "mov $0xE6, %eax\nxsave64 (%rsp)\nmov %rbx, %rdi\nmov %rsp, %rsi\nmov %r12, %rdx\ncall vbmi_emulate\n"
    "mov $0xE6, %eax\nxor %edx, %edx\nxrstor64 (%rsp)\nmov %rbx, %rsp\n"
    "mov (%rsp), %r8\nmov 8(%rsp), %r9\nmov 16(%rsp), %r10\nmov 24(%rsp), %r11\nmov 32(%rsp), %r12\nmov 40(%rsp), %r13\n"
    "mov 48(%rsp), %r14\nmov 56(%rsp), %r15\nmov 64(%rsp), %rdi\nmov 72(%rsp), %rsi\nmov 80(%rsp), %rbp\nmov 88(%rsp), %rbx\n"
    "mov 96(%rsp), %rdx\nmov 112(%rsp), %rcx\nlea 144(%rsp), %rsp\npopfq\nret\n");

// Allocates memory for sites within reach of a jump from an address: in free address space or, because the runtime reserves all address
// space near its code, in the middle of its reservation of about two gigabytes, which it does not fill.
static Site *new_arena(uint64_t address)
{
    const uint64_t reach = 0x7F000000, lowest = address - reach, highest = address + reach;
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512], access[5];
    uint64_t start, end, before = 0;
    void *arena = MAP_FAILED;
    while (maps && arena == MAP_FAILED && fgets(line, sizeof line, maps) && sscanf(line, "%lx-%lx %4s", &start, &end, access) == 3)
    {
        const uint64_t low = start > lowest ? start : lowest, high = end < highest ? end : highest, size = end - start;
        uint64_t place = 0;
        int how = MAP_PRIVATE | MAP_ANONYMOUS;
        if (before && start > before + 3 * ARENA && before + ARENA > lowest && before + 2 * ARENA < highest)
            place = before + ARENA, how |= MAP_FIXED_NOREPLACE;
        else if (!strncmp(access, "---p", 4) && size >= 1u << 30 && size <= 3u << 30 && low < high && high - low > 1 << 26)
            place = low + (high - low) / 2, how |= MAP_FIXED;
        if (place)
            arena = mmap((void *)(place & ~4095ull), ARENA, PROT_READ | PROT_WRITE | PROT_EXEC, how, -1, 0);
        before = end;
    }
    if (maps)
        fclose(maps);
    return arena == MAP_FAILED ? 0 : arena;
}

// Reserves space for a site within reach of a jump from an address.
static Site *new_site(uint64_t address)
{
    for (int i = 0; i < 16; i++)
    {
        if (!arenas[i].next)
        {
            if (!(arenas[i].next = new_arena(address)))
                return 0;
            arenas[i].end = arenas[i].next + ARENA / sizeof(Site);
        }
        const int64_t distance = (int64_t)arenas[i].next - (int64_t)address;
        if (arenas[i].next < arenas[i].end && distance < 0x7FF00000 && distance > -0x7FF00000)
            return arenas[i].next++;
    }
    return 0;
}

// Ensures that no thread continues with previously fetched bytes of a changed instruction.
static void synchronize(void)
{
    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0);
}

// Replaces an instruction with a jump. Meanwhile, other threads at the instruction run into a breakpoint, and repeat it until it is removed.
// The jump has a prefix without effect: when .NET unwinds the stack of a thread that was stopped there, it interprets a plain jump out of
// the method as the end of its epilogue, and would look for the frame at a wrong address.
static void replace(uint8_t *at, int length)
{
    if (__atomic_exchange_n(&arena_lock, 1, __ATOMIC_ACQUIRE))
        return;
    Site *site = *at == 0x62 ? new_site((uint64_t)at) : 0;
    uint8_t *page = (uint8_t *)((uintptr_t)at & ~4095ull);
    if (site && mprotect(page, at + 6 > page + 4096 ? 8192 : 4096, PROT_READ | PROT_WRITE | PROT_EXEC) == 0)
    {
        site->enter = vbmi_enter;
        site->address = (uint64_t)at;
        memcpy(site->original, at, length);
        // lea -128(%rsp), %rsp; push %rax; mov $site, %rax; call *(%rax); pop %rax; lea 128(%rsp), %rsp; jmp behind
        static const uint8_t text[] = { 0x48, 0x8D, 0x64, 0x24, 0x80, 0x50, 0x48, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0x10, 0x58,
            0x48, 0x8D, 0xA4, 0x24, 0x80, 0, 0, 0, 0xE9, 0, 0, 0, 0 };
        const int32_t back = (int32_t)(at + length - (site->code + sizeof text)), there = (int32_t)(site->code - (at + 6));
        memcpy(site->code, text, sizeof text);
        memcpy(site->code + 8, &site, 8);
        memcpy(site->code + sizeof text - 4, &back, 4);
        __atomic_store_n(&replaced, at, __ATOMIC_SEQ_CST);
        __atomic_store_n(at, BREAKPOINT, __ATOMIC_SEQ_CST);
        synchronize();
        at[1] = JUMP;
        memcpy(at + 2, &there, 4);
        synchronize();
        __atomic_store_n(at, PREFIX, __ATOMIC_SEQ_CST);
        synchronize();
    }
    __atomic_store_n(&arena_lock, 0, __ATOMIC_RELEASE);
}

static void forward(int signal, siginfo_t *info, void *context)
{
    struct sigaction *wanted = program_action(signal);
    if (wanted->sa_flags & SA_SIGINFO)
        wanted->sa_sigaction(signal, info, context);
    else if (wanted->sa_handler != SIG_DFL && wanted->sa_handler != SIG_IGN)
        wanted->sa_handler(signal);
    else
        real_sigaction(signal, wanted, 0);      // the instruction runs again, and the signal has its default effect
}

static void on_illegal(int signal, siginfo_t *info, void *context)
{
    mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
    uint8_t *code = (uint8_t *)machine->gregs[REG_RIP], *area = (uint8_t *)machine->fpregs;
    uint64_t features;
    memcpy(&features, area + SW_XFEATURES, 8);
    // Another thread may be replacing the instruction. As long as its first byte is unchanged, its other bytes are unchanged too.
    uint8_t copy[16] = { 0 };
    memcpy(copy, code, 8);
    memcpy(copy + 8, code + 8, (uintptr_t)code % 4096 > 4080 ? 4 : 8);
    const uint8_t first = __atomic_load_n(code, __ATOMIC_SEQ_CST);
    if (first == PREFIX || first == BREAKPOINT)
        return;
    const int length = (features & NEEDED) == NEEDED ? emulate(copy, machine->gregs, area) : 0;
    if (length)
    {
        __atomic_fetch_add(&emulated, 1, __ATOMIC_RELAXED);
        machine->gregs[REG_RIP] += length;
        replace(code, length);
        return;
    }
    sigprocmask(SIG_SETMASK, &((ucontext_t *)context)->uc_sigmask, 0);
    forward(signal, info, context);
}

static void on_trap(int signal, siginfo_t *info, void *context)
{
    greg_t *rip = &((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
    const uint8_t *at = (const uint8_t *)*rip - 1;
    if (at == __atomic_load_n(&replaced, __ATOMIC_SEQ_CST) || *at == PREFIX)
        *rip -= 1;
    else
        forward(signal, info, context);
}

static void on_fault(int signal, siginfo_t *info, void *context)
{
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    const uint8_t *code = (const uint8_t *)registers[REG_RIP];
    if (info->si_code != SI_KERNEL || code[0] != 0x0F || code[1] != 0xA2)
    {
        forward(signal, info, context);
        return;
    }
    const uint32_t leaf = registers[REG_RAX], sub = registers[REG_RCX];
    uint32_t a, b, c, d;
    syscall(SYS_arch_prctl, ARCH_SET_CPUID, 1);
    __cpuid_count(leaf, sub, a, b, c, d);
    syscall(SYS_arch_prctl, ARCH_SET_CPUID, 0);
    if (leaf == 1)
        a = 0x606A6;                             // family 6, model 6A, stepping 6
    if (leaf == 7 && sub == 0)
    {
        b |= 1u << 21;                           // IFMA
        c |= 1u << 1 | 1u << 6 | 1u << 12 | 1u << 14;    // VBMI, VBMI2, BITALG, VPOPCNTDQ
    }
    registers[REG_RAX] = a;
    registers[REG_RBX] = b;
    registers[REG_RCX] = c;
    registers[REG_RDX] = d;
    registers[REG_RIP] += 2;
}

int sigaction(int signal, const struct sigaction *wanted, struct sigaction *before)
{
    if (!real_sigaction)
        real_sigaction = dlsym(RTLD_NEXT, "sigaction");
    if (!active || (signal != SIGILL && signal != SIGTRAP && signal != SIGSEGV) || getpid() != owner)
        return real_sigaction(signal, wanted, before);
    struct sigaction *kept = program_action(signal), was = *kept;
    if (wanted)
        *kept = *wanted;
    if (before)
        *before = was;
    return 0;
}

static void install(int signal, void (*handler)(int, siginfo_t *, void *), int block)
{
    struct sigaction action = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART };
    if (block)                                   // so .NET's signal to suspend a thread arrives at an instruction of the program, not of this library
    {
        sigfillset(&action.sa_mask);
        sigdelset(&action.sa_mask, SIGSEGV);
    }
    real_sigaction(signal, &action, program_action(signal));
}

__attribute__((constructor)) static void start(void)
{
    uint32_t a, b, c, d;
    __cpuid_count(7, 0, a, b, c, d);
    const uint32_t needed = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31;       // F, DQ, BW, VL
    if ((c & 1u << 6) || (b & needed) != needed)
        return;
    for (int part = AVX; part <= ZMM_16; part++)
        __cpuid_count(13, part, component_size[part], component[part], c, d);
    __cpuid_count(13, 0, a, b, c, d);
    vbmi_state_size = (b + 63) & ~63u;
    if (!real_sigaction)
        real_sigaction = dlsym(RTLD_NEXT, "sigaction");
    install(SIGILL, on_illegal, 1);
    install(SIGTRAP, on_trap, 0);
    install(SIGSEGV, on_fault, 0);
    syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0);
    owner = getpid();
    active = 1;
    if (syscall(SYS_arch_prctl, ARCH_SET_CPUID, 0) != 0)
    {
        fputs("vbmi: the processor or the kernel does not let CPUID fault\n", stderr);
        _exit(77);
    }
}

__attribute__((destructor)) static void end(void)
{
    if (getenv("VBMI_COUNT"))
        fprintf(stderr, "vbmi: %llu instructions emulated in process %d\n", (unsigned long long)emulated, getpid());
}
