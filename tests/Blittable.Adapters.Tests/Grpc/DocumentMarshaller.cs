using System.Buffers;
using Grpc.Core;

namespace Blittable.Adapters.Tests.Grpc;

/// <summary>Sends documents over gRPC as the bytes that they are.</summary>
internal static class DocumentMarshaller
{
    /// <summary>Makes a marshaller.</summary>
    /// <param name="dictionary">The dictionary that both ends have.</param>
    /// <param name="refusal">The status of a message that is no document: <c>InvalidArgument</c> at a server, <c>DataLoss</c> at a client.</param>
    public static Marshaller<BlittableDocument> Create(BlittableDictionary? dictionary, StatusCode refusal) => new(
        static (document, context) =>
        {
            context.SetPayloadLength(document.Bytes.Length);
            context.GetBufferWriter().Write(document.Bytes.Span);
            context.Complete();
        },
        context =>
        {
            try
            {
                var document = BlittableDocument.Open(context.PayloadAsNewBuffer(), dictionary);
                document.Validate();
                return document;
            }
            catch (BlittableException fault)
            {
                throw new RpcException(new Status(refusal, fault.Message, fault));
            }
        });
}
