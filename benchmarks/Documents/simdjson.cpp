// A C interface of simdjson for the suite "convert". With Debian's package libsimdjson-dev:
//
//     g++ -O3 -std=c++17 -fPIC -shared -o libsimdjson-peer.so benchmarks/Documents/simdjson.cpp -lsimdjson
//     BLITTABLE_SIMDJSON_LIB=$PWD/libsimdjson-peer.so dotnet run -c Release --project benchmarks -- convert --cell simdjson,memory
#include <cstdint>
#include <simdjson.h>

// Creates a parser with an implementation ("haswell", "icelake", ...). Returns null if the processor does not support it.
extern "C" void *simdjson_create(const char *implementation)
{
    const simdjson::implementation *chosen = simdjson::get_available_implementations()[implementation];
    if (chosen == nullptr || !chosen->supported_by_runtime_system())
        return nullptr;
    simdjson::get_active_implementation() = chosen;
    auto *parser = new simdjson::dom::parser;
    // A parser uses the implementation that is active when it first allocates memory.
    if (parser->allocate(1) == simdjson::SUCCESS)
        return parser;
    delete parser;
    return nullptr;
}

// Creates the tape of a text that is followed by SIMDJSON_PADDING readable bytes. Returns 0, or the number of an error.
extern "C" int simdjson_parse(void *parser, const uint8_t *json, size_t length)
{
    return static_cast<simdjson::dom::parser *>(parser)->parse(json, length, false).error();
}

extern "C" void simdjson_destroy(void *parser)
{
    delete static_cast<simdjson::dom::parser *>(parser);
}
